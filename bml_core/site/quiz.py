"""A quiz as blocks of a page: questions, and answers that are opened to be seen; a script makes it a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from hashlib import blake2b

from bml_core.bridge import SUITS, Hand
from bml_core.diagnostics import Diagnostic, Location, Result
from bml_core.document import (
    EXPLAINED_AUCTION,
    Block,
    BulletList,
    Enumeration,
    Heading,
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
from bml_core.notes import BlockOptions, Markup
from bml_core.practice import Answer, Question, QuestionKind, Topic, find_topic, questions
from bml_core.render import Frame, FrameKind, Printed, UiTexts
from bml_core.system import Agreement, System

EVERY_TOPIC = "*"
"""The topic that asks about each of them in turn."""

MOST_TOPICS = 40
"""The most headings that are asked about one by one."""

_ALL_QUESTIONS, _FEWEST = 200, 3


def quiz_blocks(
    system: System,
    name: str,
    topics: tuple[Topic, ...],
    options: BlockOptions,
    place: Location,
    words: UiTexts,
) -> Result[tuple[Block | Frame, ...]]:
    """Return the quiz that a block asks for; nothing, with a diagnostic, if there are no questions.

    Args:
        system: The notes.
        name: The name of their system, for links to rows.
        topics: What the option topic may name.
        options: What the block asks for; for every topic, each has a quiz below its name.
        place: Where it is.
        words: The words of the page.
    """
    asked = _Asked(system, name, options, place, words)
    if options.topic == EVERY_TOPIC:
        return asked.every(topics)
    topic: Result[Topic | None] = Result(None)
    if options.topic:
        topic = find_topic(options.topic, topics, place)
        if topic.value is None:
            return Result((), topic.diagnostics)
    return asked.one(topic.value)


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a block asks for, of one system."""

    system: System
    name: str
    options: BlockOptions
    place: Location
    words: UiTexts

    def every(self, topics: tuple[Topic, ...]) -> Result[tuple[Block | Frame, ...]]:
        shown: list[Block | Frame] = []
        faults: list[Diagnostic] = []
        place = self.place
        number = min(self.options.questions, max(_FEWEST, _ALL_QUESTIONS // (len(topics) or 1)))
        for topic in topics or (Topic(""),):
            made = replace(self, options=replace(self.options, questions=number, topic=topic.name)).one(topic)
            # That a heading has few questions is nobody's mistake.
            if made.value:
                shown += [Heading(1, (Text(topic.name, place),), place)] if topic.name else []
                shown += [Paragraph((Text(topic.description, place),), place)] if topic.description else []
                shown += made.value
            elif topic.patterns or not topics:
                faults += made.diagnostics
        if not shown and not faults:
            message = "The notes say enough for no question on any topic."
            faults.append(
                Diagnostic("BML653", message, place, "Write the shape and the strength of more rows.")
            )
        return Result(tuple(shown), tuple(faults))

    def one(self, topic: Topic | None) -> Result[tuple[Block | Frame, ...]]:
        kinds = [QuestionKind(word) for word in self.options.kinds]
        asked, number, seed = topic or self.options.auction, self.options.questions, self.options.seed
        quiz = questions(self.system, asked, number, seed=seed, kinds=kinds, location=self.place)
        # The place of a pattern inside the options is not known to hosts.
        diagnostics = tuple(replace(each, location=self.place) for each in quiz.diagnostics)
        if not quiz.questions:
            return Result((), diagnostics)
        # Several quizzes of a page may ask the same.
        said = (self.name, self.options.auction, self.options.topic, number, seed, self.options.kinds)
        ident = blake2b(repr(said).encode("utf-8", "replace"), digest_size=3).hexdigest()
        shown = tuple(_question(each, self.name, self.place, self.words, ident) for each in quiz)
        return Result((Frame(FrameKind.QUIZ, shown, name=f"bml-quiz-{ident}"),), diagnostics)


MADE = "Each build writes this page, by the setting practice."
"""What a page of practice says of itself, where nobody sees it."""


def practice_page(systems: Mapping[str, str], markup: Markup, words: UiTexts) -> str:
    """Return the source of a page with a quiz on every topic of systems, by name with their titles.

    >>> from bml_core.render import ENGLISH
    >>> print(practice_page({"": ""}, Markup.MARKDOWN, ENGLISH))
    <!-- Each build writes this page, by the setting practice. -->
    <BLANKLINE>
    # Practice
    <BLANKLINE>
    ```bml quiz
    :topic: *
    ```
    <BLANKLINE>
    """
    is_markdown = markup is Markup.MARKDOWN
    parts = [
        f"<!-- {MADE} -->" if is_markdown else f":orphan:\n\n.. {MADE}",
        _headline(words.practice, 1, markup),
    ]
    for name, title in (systems or {"": ""}).items():
        parts += [_headline(title or name, 2, markup)] if len(systems) > 1 else []
        options = [f":topic: {EVERY_TOPIC}", *([f":system: {name}"] if name else [])]
        if is_markdown:
            parts.append("\n".join(("```bml quiz", *options, "```")))
        else:
            parts.append("\n   ".join((".. bml:quiz::", *options)))
    return "".join(f"{part}\n\n" for part in parts).rstrip("\n") + "\n"


def _headline(text: str, level: int, markup: Markup) -> str:
    if markup is Markup.MARKDOWN:
        return f"{'#' * level} {text}"
    # Signs may be as wide as two letters.
    return f"{text}\n{('=', '-')[level - 1] * max(4, 2 * len(text))}"


def _question(question: Question, system: str, place: Location, words: UiTexts, quiz: str) -> Frame:
    asked = {
        QuestionKind.MEANING: words.quiz_meaning,
        QuestionKind.CALL: words.quiz_call,
        QuestionKind.HAND: words.quiz_hand,
    }[question.kind]
    head: list[Span] = [*auction_spans(question.spelled, place)]
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
    return Frame(FrameKind.QUESTION, tuple(content), name=f"bml-q-{quiz}-{question.key}", classes=classes)


def _answer(question: Question, system: str, place: Location) -> Iterator[Paragraph | BulletList]:
    """Yield what the answer says: the right one, why, and what the others would have meant."""
    right = question.answer
    spans: list[Span] = [Strong((Text(f"{question.right + 1}.", place),), place), Text(" ", place)]
    spans += _said(question, right, system, place)
    if question.why:
        end = "" if right.text.endswith((".", "!", "?")) else "– "
        spans += [Text(f" {end}{question.why}", place)]
    yield Paragraph(tuple(spans), place)
    others = [
        ListItem(tuple(_said(question, each, system, place)), place)
        for each in question.answers
        if each is not right and (each.agreement is not None or each.meaning)
    ]
    if others:
        yield BulletList(tuple(others), place)


def _said(question: Question, answer: Answer, system: str, place: Location) -> Iterator[Span]:
    """Yield what an answer is and means, with a link to its row where a page has it: a call is its own.

    A wrong meaning is named by its number, and what is asked is not said again.
    """
    text, row, is_right = _inline(answer.text, place), answer.agreement, answer is question.answer
    if question.kind is QuestionKind.MEANING:
        yield from text if is_right else (Text(f"{question.answers.index(answer) + 1}. ", place),)
        if row is not None:
            shown = _row(row, auction_spans(answer.spelled, place), system, place)
            yield from (Text(" (", place), shown, Text(")", place)) if is_right else (shown,)
        return
    yield from text if row is None else (_row(row, text, system, place),)
    if answer.meaning and not (is_right and question.text):
        yield from (Text(": ", place), *_inline(answer.meaning, place))


def _row(row: Agreement, shown: tuple[Span, ...], system: str, place: Location) -> Link:
    return Link(f"{EXPLAINED_AUCTION}{system}:{row}", shown, place)


def _hand(hand: Hand, place: Location) -> Iterator[Span]:
    for suit, holding in zip(reversed(SUITS), hand.holdings, strict=True):
        yield SuitSymbol(suit, place)
        # The suits of a hand stay apart, and a suit stays together.
        yield Text(f"\u00a0{holding or '—'}  ", place)


def _inline(text: str, place: Location) -> tuple[Span, ...]:
    return parse_inline(text, place, in_description=True).value
