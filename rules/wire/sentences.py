"""What notes and refusals say, in plain words of both languages."""

from __future__ import annotations

from rules.referee.speaking.notes import (
    AMENDED,
    CHANGED,
    DISTURBED,
    EITHER_PIECE,
    EITHER_TURN,
    FOUL_STANDS,
    FOUL_TAKEN_BACK,
    GAME_OVER,
    HAPPENED,
    ORDER_ASSUMED,
    OVER_FOUL,
    QUESTION_STANDS,
    SEPARATOR,
    TURN_TAKEN_BACK,
    UNSURE_SETUP,
)

#: What each note says, by language.
NOTES: dict[str, dict[str, str]] = {
    AMENDED: {
        "en": "An earlier call is amended: later pictures show it otherwise.",
        "fr": "Décision antérieure corrigée : les images suivantes montrent autre chose.",
    },
    FOUL_TAKEN_BACK: {
        "en": "The foul before was taken back first.",
        "fr": "La faute précédente a d’abord été reprise.",
    },
    FOUL_STANDS: {
        "en": "The foul before still lies on the table.",
        "fr": "La faute précédente est toujours sur la table.",
    },
    OVER_FOUL: {
        "en": "Right only if the foul below it is let stand.",
        "fr": "Valable seulement si la faute précédente est maintenue.",
    },
    HAPPENED: {
        "en": "It has happened and counts: there is nothing to take back.",
        "fr": "C’est arrivé et cela compte : rien à reprendre.",
    },
    DISTURBED: {
        "en": "A piece of the game was moved or is gone: please put it right or say what it is.",
        "fr": "Une pièce du jeu a été déplacée ou manque : remettez-la ou dites ce qu’il en est.",
    },
    UNSURE_SETUP: {
        "en": "Some pieces of this position are not read surely yet.",
        "fr": "Certaines pièces de cette position ne sont pas encore lues avec certitude.",
    },
    ORDER_ASSUMED: {
        "en": "Several moves were made between two pictures; their order is assumed.",
        "fr": "Plusieurs coups entre deux images ; leur ordre est supposé.",
    },
    EITHER_PIECE: {
        "en": "A piece of it is not read surely; the call is the same for each it may be.",
        "fr": "Une pièce n’est pas lue avec certitude ; la décision est la même pour chaque "
        "lecture possible.",
    },
    EITHER_TURN: {
        "en": "A photo shows no difference between them; the call is the same for each.",
        "fr": "Une photo ne les distingue pas ; la décision est la même pour chacun.",
    },
    CHANGED: {
        "en": "The last turn was changed before the next one: it counts as it lies now.",
        "fr": "Le dernier coup a été changé avant le suivant : il compte tel qu’il est posé.",
    },
    GAME_OVER: {"en": "The game is over.", "fr": "La partie est finie."},
    TURN_TAKEN_BACK: {
        "en": "It was a turn of the game, no foul: it no longer counts.",
        "fr": "C’était un coup de la partie, non une faute : il ne compte plus.",
    },
    QUESTION_STANDS: {
        "en": "The question before is still open.",
        "fr": "La question précédente reste ouverte.",
    },
}

#: What is to be done about a foul, by language.
TAKE_IT_BACK: dict[str, str] = {"en": "Take it back.", "fr": "Reprenez ce coup."}

#: Why a picture cannot be called: the contract's refusal codes, (message, cure) a language.
REFUSALS: dict[str, dict[str, tuple[str, str]]] = {
    "occluded": {
        "en": ("Something is in the way of the game.", "Take hands and things off the table."),
        "fr": ("Quelque chose cache le jeu.", "Retirez les mains et les objets de la table."),
    },
    "glare": {
        "en": ("Light glares on the pieces.", "Move the lamp or the camera a little."),
        "fr": ("La lumière éblouit les pièces.", "Déplacez un peu la lampe ou la caméra."),
    },
    "blurred": {
        "en": ("The picture moved.", "Hold the camera still and take it again."),
        "fr": ("L’image a bougé.", "Tenez la caméra immobile et recommencez."),
    },
    "no-board": {
        "en": (
            "The pieces seen do not fit the game so far.",
            "Show the whole game; if it was rearranged, start a new match.",
        ),
        "fr": (
            "Les pièces vues ne correspondent pas à la partie.",
            "Montrez tout le jeu ; s’il a été refait, commencez une nouvelle partie.",
        ),
    },
    "top-unknown": {
        "en": (
            "The board is seen, but not which way round it lies.",
            "Tell on the table's page how it lies, or bring its letters and numbers nearer.",
        ),
        "fr": (
            "Le plateau est vu, mais pas dans quel sens il est posé.",
            "Dites sur la page de la table comment il est posé, ou rapprochez ses inscriptions.",
        ),
    },
}


def note_text(note: str | None, language: str = "en") -> str | None:
    """The sentences of a call's note; a code without sentences stands for itself."""
    if note is None:
        return None
    return " ".join(NOTES.get(code, {}).get(language, code) for code in note.split(SEPARATOR))
