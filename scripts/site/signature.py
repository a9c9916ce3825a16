"""Types of D-Bus in words."""

# Singular and plural.
WORDS = {
    "y": ("byte", "bytes"), "b": ("Boolean", "Booleans"), "n": ("16-bit integer", "16-bit integers"),
    "q": ("unsigned 16-bit integer", "unsigned 16-bit integers"), "i": ("32-bit integer", "32-bit integers"),
    "u": ("unsigned 32-bit integer", "unsigned 32-bit integers"), "x": ("64-bit integer", "64-bit integers"),
    "t": ("unsigned 64-bit integer", "unsigned 64-bit integers"), "d": ("double", "doubles"),
    "s": ("string", "strings"), "o": ("object path", "object paths"), "g": ("signature", "signatures"),
    "h": ("file descriptor", "file descriptors"), "v": ("variant", "variants"),
}


class Reader:
    """Reads a signature, with or without the names of fields: `a(id:u, title:s)`."""

    def __init__(self, text):
        self.text, self.position = text, 0

    def next(self):
        self.position += 1
        return self.text[self.position - 1]

    def skip(self, characters):
        while self.text[self.position:self.position + 1] and self.text[self.position] in characters:
            self.position += 1

    def type(self, is_plural=False):
        code = self.next()
        if code == "a" and self.text[self.position] == "{":
            self.next()
            key, value = self.type(), self.type()
            self.next()
            return f"{'dictionaries' if is_plural else 'dictionary'} from {key} to {value}"
        if code == "a":
            return f"{'arrays' if is_plural else 'array'} of {self.type(is_plural=True)}"
        if code == "(":
            return f"{'structures' if is_plural else 'structure'} ({', '.join(self.fields())})"
        return WORDS[code][is_plural]

    def fields(self):
        while self.text[self.position] != ")":
            name = self.text[self.position:].partition(":")[0]
            if name.replace("_", "").isalnum() and ":" in self.text[self.position:]:
                self.position += len(name) + 1
                yield f"{name}: {self.type()}"
            else:
                yield self.type()
            self.skip(", ")
        self.next()


def words(text):
    """Returns a type in words, or the text itself if it is not a type."""
    try:
        reader = Reader(text)
        result = reader.type()
        return result if reader.position == len(text) else text
    except (IndexError, KeyError):
        return text
