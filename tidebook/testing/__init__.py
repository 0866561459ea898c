"""The conformance kit: what must hold for every game, ours or anybody's.

>>> from tidebook.testing import check
>>> report = check("shifting_stones", quick=True)
>>> report.ok
True
"""

from tidebook.testing.kit import CHECKS, Failure, Report, check
from tidebook.testing.samples import Played, Sample, Setting, settings

__all__ = ["CHECKS", "Failure", "Played", "Report", "Sample", "Setting", "check", "settings"]
