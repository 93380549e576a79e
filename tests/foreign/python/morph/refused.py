"""How this implementation refuses an input."""


class Refused(Exception):
    """An input that the rules refuse: `word` says why, `index` names the weight, where there is one."""

    def __init__(self, word, index=None):
        super().__init__(word if index is None else f"{word} at {index}")
        self.word = word
        self.index = index
