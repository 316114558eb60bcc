"""A quiz as blocks of a page: questions, and answers that are opened to be seen; a script makes it a game."""

from __future__ import annotations

from collections.abc import Iterator

from bml_core.bridge import SUITS, Auction, Hand
from bml_core.diagnostics import Diagnostic, Location, Result
from bml_core.document import (
    OPTIONAL_AUCTION,
    BulletList,
    Enumeration,
    Link,
    ListItem,
    Paragraph,
    Span,
    Strong,
    SuitSymbol,
    Text,
    auction_spans,
)
from bml_core.language import parse_inline
from bml_core.notes import BlockOptions
from bml_core.practice import Answer, Question, QuestionKind, Topic, find_topic, questions
from bml_core.render import Frame, FrameKind, Printed, UiTexts
from bml_core.system import Agreement, System


def quiz_frame(
    system: System,
    name: str,
    topics: tuple[Topic, ...],
    options: BlockOptions,
    place: Location,
    words: UiTexts,
) -> Result[Frame | None]:
    """Return the quiz that a block asks for; None, with a diagnostic, if there are no questions.

    Args:
        system: The notes.
        name: The name of their system, for links to rows.
        topics: What the option topic may name.
        options: What the block asks for.
        place: Where it is.
        words: The words of the page.
    """
    topic: Result[Topic | None] = Result(None)
    if options.topic:
        topic = find_topic(options.topic, topics, place)
        if topic.value is None:
            return Result(None, topic.diagnostics)
    kinds = [QuestionKind(word) for word in options.kinds]
    asked = topic.value or options.auction
    quiz = questions(system, asked, options.questions, seed=options.seed, kinds=kinds, location=place)
    diagnostics = tuple(_few(each, place) for each in quiz.diagnostics)
    if not quiz.questions:
        return Result(None, diagnostics)
    shown = tuple(_question(each, name, place, words) for each in quiz)
    return Result(Frame(FrameKind.QUIZ, shown, name=f"bml-quiz-{quiz[0].key}"), diagnostics)


def _few(found: Diagnostic, place: Location) -> Diagnostic:
    # The place of a pattern inside the options is not known to hosts.
    return Diagnostic(found.code, found.message, place, found.hint)


def _question(question: Question, system: str, place: Location, words: UiTexts) -> Frame:
    asked = {
        QuestionKind.MEANING: words.quiz_meaning,
        QuestionKind.CALL: words.quiz_call,
        QuestionKind.HAND: words.quiz_hand,
    }[question.kind]
    head: list[Span] = [*_auction(question.auction, place)]
    head += [Text(" ", place)] if head else []
    content: list[Paragraph | Enumeration | Frame] = [
        Paragraph((*head, Strong((Text(asked, place),), place)), place)
    ]
    if question.hand is not None:
        content.append(Paragraph(tuple(_hand(question.hand, place)), place))
    elif question.text:
        content.append(Paragraph(_inline(question.text, place), place))
    content.append(
        Enumeration(tuple(ListItem(_inline(each.text, place), place) for each in question.answers), place)
    )
    content.append(Frame(FrameKind.ANSWER, tuple(_answer(question, system, place)), printed=Printed.END))
    classes = (f"bml-right-{question.right + 1}",)
    return Frame(FrameKind.QUESTION, tuple(content), name=f"bml-q-{question.key}", classes=classes)


def _answer(question: Question, system: str, place: Location) -> Iterator[Paragraph | BulletList]:
    """Yield what the answer says: the right one, why, and what the others would have meant."""
    right = question.answer
    spans: list[Span] = [Strong((Text(f"{question.right + 1}. ", place), *_inline(right.text, place)), place)]
    if question.kind is not QuestionKind.MEANING and right.meaning:
        spans += [Text(": ", place), *_inline(right.meaning, place)]
    if question.why:
        spans += [Text(f" {_end(right)}{question.why}", place)]
    yield Paragraph((*spans, *_row(question.agreement, system, place)), place)
    others = [
        ListItem((*_said(each, place), *_row(each.agreement, system, place)), place)
        for each in question.answers
        if each is not right and (each.agreement is not None or each.meaning)
    ]
    if others:
        yield BulletList(tuple(others), place)


def _end(right: Answer) -> str:
    return "" if right.text.endswith((".", "!", "?")) else "– "


def _said(answer: Answer, place: Location) -> tuple[Span, ...]:
    text = _inline(answer.text, place)
    return (*text, Text(": ", place), *_inline(answer.meaning, place)) if answer.meaning else text


def _row(row: Agreement | None, system: str, place: Location) -> tuple[Span, ...]:
    """Return a link to a row where a page has it; else its auction alone."""
    if row is None:
        return ()
    link = Link(f"{OPTIONAL_AUCTION}{system}:{row}", auction_spans(f"{row.auction:short}", place), place)
    return (Text(" (", place), link, Text(")", place))


def _hand(hand: Hand, place: Location) -> Iterator[Span]:
    for suit, holding in zip(reversed(SUITS), hand.holdings, strict=True):
        yield SuitSymbol(suit, place)
        # The suits of a hand stay apart, and a suit stays together.
        yield Text(f"\u00a0{holding or '—'}  ", place)


def _auction(auction: Auction, place: Location) -> tuple[Span, ...]:
    return auction_spans(f"{auction:short}", place) if f"{auction:short}" else ()


def _inline(text: str, place: Location) -> tuple[Span, ...]:
    return parse_inline(text, place, in_description=True).value
