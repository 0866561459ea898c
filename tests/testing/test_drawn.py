"""What the kit finds in a drawing: what runs, what reaches outside, what is missing, and what is none of these."""

from __future__ import annotations

import pytest

from tidebook.draw.svg import escape, part, rect, tag
from tidebook.testing.drawn import BrokenDrawingError, missing, outside, parsed, parts, shape
from tidebook.testing.tables import ODD_NAMES

XLINK = 'xmlns:x="http://www.w3.org/1999/xlink"'
HARMLESS = [
    '<use href="#tb-sun"/>',
    f'<use {XLINK} x:href="#tb-sun"/>',
    '<rect fill="url(#gold)" clip-path="url( \'#box\' )" style="fill:url(&quot;#gold&quot;)"/>',
    "<style>.a{fill:var(--tb-text)}@media(prefers-color-scheme:dark){.a{fill:#fff}}</style>",
    '<rect aria-label="url(//example.org) \\" data-part="one"/>',
    "<text>onclick=alert(1) javascript:alert(1) url(//example.org) https://example.org</text>",
    '<animate attributeName="opacity" values="0;1"/>',
    '<g font-family="A, B" role="img" xml:space="preserve"/>',
]
HARMFUL = [
    ("<script/>", "the element script"),
    ("<SCRIPT/>", "the element script"),
    (f'<s:script xmlns:s="{"http://www.w3.org/2000/svg"}"/>', "the element script"),
    ("<foreignObject/>", "the element foreignobject"),
    ('<p xmlns="http://www.w3.org/1999/xhtml"/>', "the element p"),
    ('<rect onload="a()"/>', "the attribute onload"),
    ('<rect OnLoad="a()"/>', "the attribute onload"),
    ('<a href="https://example.org"/>', "href to 'https://example.org'"),
    ('<a href=" #x"/>', "href to ' #x'"),
    ('<a href=""/>', "href to ''"),
    ('<a href="&#106;avascript:alert(1)"/>', "href to 'javascript:alert(1)'"),
    (f'<image {XLINK} x:href="data:image/png;base64,AAAA"/>', "href to 'data:image/png;base64,AAAA'"),
    ('<g xml:base="//example.org/"/>', "base to '//example.org/'"),
    ('<set attributeName="href" to="javascript:alert(1)"/>', "the attribute href"),
    ('<set attributeName="xlink:href" to="javascript:alert(1)"/>', "the attribute href"),
    ('<set attributeName="onclick" to="alert(1)"/>', "the attribute onclick"),
    ('<rect fill="url(//example.org/x#y)"/>', "a style with 'url(/'"),
    ('<rect style="fill:URL( &quot;data:,x&quot; )"/>', "a style with 'URL( \"d'"),
    ('<rect style="fill:u\\72l(//example.org)"/>', "a style with '\\\\'"),
    ("<style>@import '//example.org/x.css';</style>", "a style with '@import'"),
    ("<style><g>.a{background:image-set('x.png' 1x)}</g></style>", "a style with 'image-set('"),
]
BROKEN = ["<g>", "</svg><svg>", "<rect a=1/>", "<rect a='1' a='2'/>", "&nbsp;", "\x00", "\ud800", "<x:use/>",
          "<!-- > -->", "<![CDATA[x]]>", "<?xml-stylesheet href='//example.org'?>"]  # fmt: skip


@pytest.mark.parametrize("svg", HARMLESS)
def test_harmless_drawing_passes(svg: str) -> None:
    assert outside(parsed(svg)) is None


@pytest.mark.parametrize(("svg", "what"), HARMFUL)
def test_what_runs_or_reaches_outside_is_named(svg: str, what: str) -> None:
    assert str(outside(parsed(svg))) == what


@pytest.mark.parametrize("svg", BROKEN)
def test_broken_drawing_is_refused(svg: str) -> None:
    with pytest.raises(BrokenDrawingError):
        parsed(svg)


def test_picture_must_be_svg() -> None:
    with pytest.raises(BrokenDrawingError, match="it is no svg element"):
        parsed("<svg/>", whole=True)


def test_picture_with_a_doctype_is_not_even_read() -> None:
    with pytest.raises(BrokenDrawingError, match="it has <! or <"):
        parsed('<!DOCTYPE svg [<!ENTITY a "aaaa">]><svg xmlns="http://www.w3.org/2000/svg">&a;</svg>', whole=True)


@pytest.mark.parametrize("name", ODD_NAMES, ids=range(len(ODD_NAMES)))
def test_odd_name_is_harmless_when_it_is_escaped(name: str) -> None:
    drawn = parsed(part(name, name, tag("text", escape(name), aria_label=name)))
    assert shape(drawn) == shape(parsed(part("n", "n", tag("text", "n", aria_label="n"))))
    assert outside(drawn) is None


@pytest.mark.parametrize("name", ODD_NAMES[:5], ids=range(5))
def test_odd_name_is_noticed_when_it_is_not_escaped(name: str) -> None:
    def usual(text: str) -> str:
        return f'<g><text>{text}</text><rect class="{text}"/></g>'

    try:
        found = shape(parsed(usual(name)))
    except BrokenDrawingError:
        return
    assert found != shape(parsed(usual("n")))


def test_parts_are_listed_in_order() -> None:
    assert parts(parsed(part("b2", "B", part("card 7", "C", rect(0, 0, 1, 1))) + part("a1", "A", ""))) == [
        "b2",
        "card 7",
        "a1",
    ]


def test_what_is_missing_or_there_twice_is_named() -> None:
    assert missing(parsed('<g id="a"/><use href="#a"/><rect fill="url(#a)" stroke="#ffffff"/>')) is None
    assert missing(parsed('<g id="a"/><use href="#b"/>')) == "#b"
    assert missing(parsed('<g id="a"/><rect clip-path="url(#c)"/>')) == "#c"
    assert missing(parsed('<g id="a"/><g id="a"/>')) == "#a"
