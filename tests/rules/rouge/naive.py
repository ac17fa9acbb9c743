"""A second Rouge, slow and plain: pawns are objects with a name of their own, lines are sets of
pawns, legal turns are found by trying everything. Shares no code with the game under test."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

Spot = tuple[int, int]

RING_LINES = [[(r, (c + k) % 8) for k in (-1, 0, 1)] for r in (1, 2, 3) for c in range(8)]
RAY_LINES = [[(r, c) for r in (1, 2, 3)] for c in range(8)]
SPOTS = [(r, c) for r in (1, 2, 3) for c in range(8)]


class Pawn:
    """One pawn: where it stands, whose it is, whether it is an old end pawn."""

    def __init__(self, owner: str, spot: Spot) -> None:
        self.owner, self.spot, self.locked = owner, spot, False


class Naive:
    """One game. `house` is a plain dict of option values."""

    def __init__(self, players: list[str], house: dict[str, Any]) -> None:
        self.players, self.house = players, house
        self.pawns: list[Pawn] = []
        self.hands = dict.fromkeys(players, 10)
        self.out: list[str] = []
        self.mover: str | None = players[0]
        self.ring_of_table = 0
        self.ring_of_player = dict.fromkeys(players, 0)
        self.paid: dict[str, set[Spot]] = {p: set() for p in players}

    def copy(self) -> Naive:
        """The same game once more, to try things on."""
        twin = Naive(self.players, self.house)
        for pawn in self.pawns:
            twin.pawns.append(Pawn(pawn.owner, pawn.spot))
            twin.pawns[-1].locked = pawn.locked
        twin.hands, twin.out, twin.mover = dict(self.hands), list(self.out), self.mover
        twin.ring_of_table, twin.ring_of_player = self.ring_of_table, dict(self.ring_of_player)
        twin.paid = {player: set(spots) for player, spots in self.paid.items()}
        return twin

    # -- looking

    def at(self, spot: Spot) -> Pawn | None:
        """The pawn in a hollow."""
        return next((pawn for pawn in self.pawns if pawn.spot == spot), None)

    def of(self, player: str) -> list[Pawn]:
        """A player's pawns."""
        return [pawn for pawn in self.pawns if pawn.owner == player]

    def lines(self, player: str, kind: list[list[Spot]]) -> dict[frozenset[int], list[Spot]]:
        """His lines of a kind, by the names of their pawns."""
        mine = {pawn.spot: pawn for pawn in self.pawns if pawn.owner == player}
        found = {}
        for line in kind:
            if all(spot in mine for spot in line):
                found[frozenset(id(mine[spot]) for spot in line)] = line
        return found

    def flies(self, player: str) -> bool:
        """Whether he may go anywhere."""
        track, hand = len(self.of(player)), self.hands[player]
        if self.house["flying_when"] == "total":
            return track > 0 and track + hand <= 4
        return hand == 0 and track <= 4

    # -- actions

    def actions(self) -> Iterator[dict[str, Any]]:
        """Every allowed action of the player on turn, without captures."""
        me = self.mover
        assert me is not None
        free = [spot for spot in SPOTS if self.at(spot) is None]
        if self.hands[me]:
            yield from ({"kind": "place", "colour": me, "to": spot} for spot in free)
        if not self.flies(me) or self.house["flying_turns"]:
            yield from self.ring_actions(me)
        for pawn in self.of(me):
            for spot in free:
                if self.flies(me) or self.near(pawn.spot, spot):
                    yield {"kind": "move", "colour": me, "from": pawn.spot, "to": spot}
        stuck = not free and self.flies(me) and not self.house["flying_turns"]
        if stuck or self.house["passing"] == "agreed":
            yield {"kind": "pass"}

    def ring_actions(self, me: str) -> Iterator[dict[str, Any]]:
        """The rings he may turn."""
        steps = (1, -1) if self.house["turn_steps"] == "one" else (1, -1, 2, -2, 3, -3, 4)
        own = self.house["ring_lock"] == "player"
        closed = self.ring_of_player[me] if own else self.ring_of_table
        for ring in (1, 2, 3):
            if ring != closed:
                yield from ({"kind": "turn", "ring": ring, "by": by} for by in steps)

    def near(self, a: Spot, b: Spot) -> bool:
        """Whether two hollows are neighbours."""
        along = min((a[1] - b[1]) % 8, (b[1] - a[1]) % 8)
        across = abs(a[0] - b[0])
        straight = along + across == 1
        return straight or (self.house["neighbours"] == "diagonal" and along == across == 1)

    # -- one action

    def act(self, action: dict[str, Any]) -> list[tuple[list[list[Spot]], Spot | None]]:
        """Does it, and tells every way to read its lines: (new lines, middle of the ring line)."""
        me = self.mover
        assert me is not None
        rings, rays = self.lines(me, RING_LINES), self.lines(me, RAY_LINES)
        old = set(rings) | set(rays)
        hero = self.carry_out(action, me)
        new_rings = self.eligible(me, self.lines(me, RING_LINES), old, hero)
        new_rays = self.eligible(me, self.lines(me, RAY_LINES), old, hero)
        if not new_rings or hero is None:
            return [(new_rays, None)]
        centred = [line for line in new_rings if line[1] == hero.spot]
        chosen = new_rings if self.house["which_line"] == "player" or not centred else centred
        readings = []
        for line in chosen:
            rays_too = new_rays
            if self.house["double_line"] == "one" and line[1] != hero.spot:
                rays_too = []
            readings.append(([line, *rays_too], line[1]))
        return readings

    def eligible(
        self, me: str, now: dict[frozenset[int], list[Spot]], old: set[frozenset[int]], hero: Any
    ) -> list[list[Spot]]:
        """The lines that are new and may pay."""
        found = []
        for trio, line in now.items():
            if trio in old:
                continue
            members = [self.at(spot) for spot in line]
            fresh = not any(p is not None and p.locked for p in members)
            again = (
                self.house["reopened_line"] == "pays"
                and line in RING_LINES
                and line[1] in self.paid[me]
            )
            if fresh or again:
                found.append(line)
        return found

    def carry_out(self, action: dict[str, Any], me: str) -> Pawn | None:
        """Moves pawns; tells the pawn that was set."""
        if action["kind"] == "place":
            self.hands[me] -= 1
            self.pawns.append(Pawn(me, action["to"]))
            return self.pawns[-1]
        if action["kind"] == "move":
            pawn = self.at(action["from"])
            assert pawn is not None
            pawn.spot, pawn.locked = action["to"], False
            return pawn
        if action["kind"] == "turn":
            self.rotate(action["ring"], action["by"])
            self.ring_of_table = self.ring_of_player[me] = action["ring"]
        return None

    def rotate(self, ring: int, by: int) -> None:
        """Turns a ring with its pawns and memories."""
        for pawn in self.pawns:
            if pawn.spot[0] == ring:
                pawn.spot = (ring, (pawn.spot[1] + by) % 8)
                if self.house["turning_unlocks"]:
                    pawn.locked = False
        for player, spots in self.paid.items():
            forgets = self.house["turning_unlocks"]
            kept = {s for s in spots if not (forgets and s[0] == ring)}
            self.paid[player] = {(r, (c + by) % 8) if r == ring else (r, c) for r, c in kept}

    # -- captures

    def captures(self, count: int) -> list[list[Pawn]]:
        """Every choice of pawns for so many lines."""
        if self.house["captures_per"] == "turn":
            count = min(count, 1)
        choices: list[list[list[Pawn]]] = []
        for player in self.players:
            theirs = self.of(player)
            if player == self.mover or not theirs or not count:
                continue
            least = min(count, len(theirs))
            low = 0 if player in self.out and self.house["eliminated_pawns"] == "may" else least
            choices.append([s for n in range(low, least + 1) for s in self.sets(player, n)])
        return [list(itertools.chain(*parts)) for parts in itertools.product(*choices)]

    def sets(self, player: str, n: int) -> list[list[Pawn]]:
        """Every choice of so many of his pawns."""
        theirs = self.of(player)
        if self.house["protection"] == "none":
            return [list(some) for some in itertools.combinations(theirs, n)]
        found = {}
        for order in itertools.permutations(theirs, n):
            if self.allowed_order(player, order):
                found[frozenset(map(id, order))] = list(order)
        return list(found.values())

    def allowed_order(self, player: str, order: tuple[Pawn, ...]) -> bool:
        """Whether lines protect none of them, one by one."""
        left = self.of(player)
        for pawn in order:
            spots = {p.spot for p in left}
            lined = {s for ln in RING_LINES + RAY_LINES if set(ln) <= spots for s in ln}
            if pawn.spot in lined and spots - lined:
                return False
            left = [p for p in left if p is not pawn]
        return True

    # -- whole turns

    def turns(self) -> list[tuple[str, Naive]]:
        """Every legal turn, told as a text, with the game after it."""
        return self.turns_like("")

    def turns_like(self, name: str) -> list[tuple[str, Naive]]:
        """The legal turns whose action begins the text."""
        found = []
        for action in self.actions() if self.mover else []:
            if name and not f"{name} ".startswith(told(action, [], None) + " "):
                continue
            probe = self.copy()
            readings = probe.act(action)
            for number, (lines, middle) in enumerate(readings):
                for which in range(len(probe.captures(len(lines)))):
                    game = self.copy()
                    game_lines, game_middle = game.act(action)[number]
                    victims = game.captures(len(game_lines))[which]
                    spots = sorted((p.spot, p.owner) for p in victims)
                    claim = middle if len(readings) > 1 else None
                    game.finish(game_lines, game_middle, victims)
                    found.append((told(action, spots, claim), game))
        return found

    def finish(self, lines: list[list[Spot]], middle: Spot | None, victims: list[Pawn]) -> None:
        """Locks, captures, eliminations, next player."""
        me = self.mover
        assert me is not None
        if middle is not None:
            self.paid[me].add(middle)
            for pawn in self.ends(middle):
                pawn.locked = True
        self.pawns = [p for p in self.pawns if not any(p is v for v in victims)]
        self.forget()
        for player in self.players:
            track, hand = len(self.of(player)), self.hands[player]
            few = (
                hand == 0 and track <= 2
                if self.house["elimination"] == "track"
                else track + hand <= 2
            )
            if few and player not in self.out:
                self.out.append(player)
                self.hands[player] = 0
        self.mover = self.next_after(me)

    def ends(self, middle: Spot) -> list[Pawn]:
        """The end pawns of a ring line."""
        spots = [(middle[0], (middle[1] + k) % 8) for k in (-1, 1)]
        return [pawn for pawn in map(self.at, spots) if pawn is not None]

    def forget(self) -> None:
        """Lines that lock no longer are forgotten; a broken one unlocks where the table says so."""
        for player in self.players:
            if self.house["lock_ends"] == "broken":
                whole = {line[1] for line in self.lines(player, RING_LINES).values()}
                self.paid[player] &= whole
                for pawn in self.of(player):
                    pawn.locked = any(pawn in self.ends(m) for m in self.paid[player])
            else:
                kept = {
                    m
                    for m in self.paid[player]
                    if any(p.locked and p.owner == player for p in self.ends(m))
                }
                self.paid[player] = kept

    def next_after(self, me: str) -> str | None:
        """Who is on turn next."""
        seat = self.players.index(me)
        order = self.players[seat + 1 :] + self.players[: seat + 1]
        living = [p for p in order if p not in self.out]
        if len(living) < 2:
            return None
        full = len(self.pawns) == 24 and not self.house["flying_turns"]
        return next(p for p in living if not (full and self.flies(p)))

    def standing(self) -> dict[Spot, str]:
        """Whose pawn stands where."""
        return {pawn.spot: pawn.owner for pawn in self.pawns}

    def perft(self, depth: int) -> int:
        """Sequences of so many legal turns."""
        if depth == 0:
            return 1
        found = self.turns()
        return len(found) if depth == 1 else sum(game.perft(depth - 1) for _, game in found)


def told(action: dict[str, Any], taken: list[tuple[Spot, str]], claim: Spot | None) -> str:
    """A turn as a text that both games can write."""
    parts = [action["kind"], *(str(action[k]) for k in ("ring", "by", "from", "to") if k in action)]
    parts += [f"-{owner}{spot}" for spot, owner in taken]
    return " ".join([*parts, f"line{claim}"] if claim else parts)
