"""Texts that are nearly right, made out of right ones."""

import random

STRANGE = " /,;:-+?*#.x0129é\n\0²"
NUMBERS = ["-1", "0", "1", "2", "3", "7", "63", "127", "255", "256", "65536", str(10**12)]


class Forger:
    """Makes texts that are nearly right out of right ones."""

    def __init__(self, name: str, pool: list[str]) -> None:
        self.lot = random.Random(name)
        self.pool = pool
        self.signs = "".join(sorted(set("".join(pool[:20])) | set(STRANGE)))

    def forged(self) -> str:
        """A text with one change, or a few."""
        text = self.lot.choice(self.pool)
        changes = [self.grafted, self.part_changed, self.number_changed, self.edited]
        for change in self.lot.choices(changes, [2, 2, 1, 1], k=self.lot.choice([1, 1, 1, 2, 2, 3, 5])):
            text = change(text)
        return text

    def grafted(self, text: str) -> str:
        """A field taken from another position."""
        fields, others = text.split(" "), self.lot.choice(self.pool).split(" ")
        i = self.lot.randrange(len(fields))
        if i < len(others):
            fields[i] = others[i]
        return " ".join(fields)

    def part_changed(self, text: str) -> str:
        """A part of a field dropped, doubled, exchanged with another one or taken from another position."""
        fields, others = text.split(" "), self.lot.choice(self.pool).split(" ")
        i = self.lot.randrange(len(fields))
        sign = self.lot.choice([s for s in "/,:." if s in fields[i]] or ["/"])
        parts = fields[i].split(sign)
        k, m = self.lot.randrange(len(parts)), self.lot.randrange(len(parts))
        foreign = others[i].split(sign) if i < len(others) else parts
        kind = self.lot.randrange(5)
        if kind == 0:
            del parts[k]
        elif kind == 1:
            parts.insert(m, parts[k])
        elif kind == 2:
            parts[k], parts[m] = parts[m], parts[k]
        else:
            parts[k] = self.lot.choice(foreign)
        fields[i] = sign.join(parts)
        return " ".join(fields)

    def number_changed(self, text: str) -> str:
        """A number made a little or much larger or smaller, or turned round."""
        places = [i for i, sign in enumerate(text) if sign.isdecimal() and not text[i - 1 : i].isdecimal()]
        if not places:
            return text
        start = self.lot.choice(places)
        end = start + 1
        while text[end : end + 1].isdecimal():
            end += 1
        n = int(text[start:end])
        new = self.lot.choice([n + 1, n - 1, -n, n + self.lot.randint(-100, 100), self.lot.randint(0, 9), 10 * n, 0])
        return text[:start] + str(new) + text[end:]

    def edited(self, text: str) -> str:
        """A sign or a field replaced, added, dropped or doubled."""
        lot, at = self.lot, self.lot.randrange(len(text) + 1)
        sign = text[at : at + 1]
        like = [s for s in self.signs if (s.isdigit(), s.isalpha()) == (sign.isdigit(), sign.isalpha())] or self.signs
        fields = text.split(" ")
        i = lot.randrange(len(fields))
        fields[i : i + 1] = lot.choice([[], [fields[i]] * 2, [""], fields[i : i + 2][::-1], [fields[-1]]])
        return lot.choice([
            text[:at] + lot.choice(like) + text[at + 1 :],
            text[:at] + lot.choice(self.signs) + text[at:],
            text[:at] + text[at + lot.randint(1, 3) :],
            text[:at] + lot.choice(NUMBERS) + text[at + 1 :],
            text[:at],
            " ".join(fields),
        ])  # fmt: skip
