"""What every table is drawn with: SVG as text, colours, lettering, symbols, and pictures put together from zones."""

from tidebook.draw.page import alone, picture, sheet

__all__ = ["alone", "picture", "sheet"]
