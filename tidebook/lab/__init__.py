"""Many games: studies with numbers that carry their intervals. `tidebook.lab.clusters` connects them to Dask."""

from tidebook.lab.estimates import Estimate, mean, wilson
from tidebook.lab.results import GameResult, StudyResult
from tidebook.lab.study import Study

__all__ = ["Estimate", "GameResult", "Study", "StudyResult", "mean", "wilson"]
