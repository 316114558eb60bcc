"""Practice out of notes: questions with wrong answers that are surely wrong, topics, and boards to bid.

Only what the notes say for certain is asked. Nothing here knows a page or a file of notes.
"""

# fmt: off

from bml_core.practice.boards import Level, PracticeBoard, PracticeDeals, answers_of, practice_deals
from bml_core.practice.cards import NoteCard, cards_of, write_csv, write_package
from bml_core.practice.questions import Answer, Question, QuestionKind, Quiz, questions
from bml_core.practice.topics import Topic, asked_topic, find_topic, heading_topics, read_topics, topics_of

__all__ = [
    "Answer", "Level", "NoteCard", "PracticeBoard", "PracticeDeals", "Question", "QuestionKind", "Quiz",
    "Topic", "answers_of", "asked_topic", "cards_of", "find_topic", "heading_topics", "practice_deals",
    "questions", "read_topics", "topics_of", "write_csv", "write_package",
]
