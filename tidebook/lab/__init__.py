"""Many games: studies with numbers that carry their intervals."""

from tidebook.lab.study import Estimate, Study, StudyResult, mean, wilson

__all__ = ["Estimate", "Study", "StudyResult", "mean", "wilson"]
