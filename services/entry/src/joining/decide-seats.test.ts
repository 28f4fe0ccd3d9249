import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Payer } from "@tms/proto/tms/game/v1/game";
import type { RegistrationRow } from "../db/registrations.ts";
import type { EntryRow } from "../db/entries.ts";
import type { JoinOrder } from "./joins.ts";
import {
  alreadyJoined,
  nameOf,
  placeOf,
  seat,
  type SeatingFacts,
  type Verdict,
} from "./decide-seats.ts";

const GAME = "game";
const NOW = new Date("2026-01-01T12:00:00Z");
const LATER = new Date("2026-01-01T13:00:00Z");
const EARLIER = new Date("2026-01-01T11:00:00Z");

interface Opening {
  game?: string;
  taken?: number;
  most?: number | null;
  over?: boolean;
  closed?: boolean;
  registered?: boolean;
}

const registration = (id: string, opening: Opening = {}): RegistrationRow => ({
  tournament_id: id,
  game_id: opening.game ?? GAME,
  currency: "USD",
  fee_minor: 0n,
  payer: Payer.GAME,
  max_entries: opening.most ?? null,
  registration_closes_at: opening.registered ? EARLIER : LATER,
  ends_at: opening.over ? EARLIER : LATER,
  seats_taken: opening.taken ?? 0,
  eliminated: 0,
  closed_at: opening.closed ? EARLIER : null,
  ranked_up_to: null,
  frozen_at: null,
  read_at: NOW,
});

const entry = (join: JoinOrder): EntryRow => ({
  id: `entry of ${placeOf(join)}`,
  tournament_id: join.tournamentId,
  gamer_id: join.handle,
  request_id: join.requestId,
  joined_at: NOW,
  eliminated_at: null,
  round: null,
  rank: null,
  created_at: NOW,
  updated_at: NOW,
  handle: join.handle,
  game_id: GAME,
  fee_minor: 0n,
  currency: "USD",
  payer: Payer.GAME,
  pending: false,
});

const factsOf = (
  registrations: readonly RegistrationRow[],
  entries: readonly EntryRow[] = [],
): SeatingFacts => ({
  registrations: new Map(registrations.map((each) => [each.tournament_id, each])),
  byRequest: new Map(entries.map((each) => [each.request_id, each])),
  refused: new Map(),
  gamers: new Map(),
  byPlace: new Map(
    entries.map((e) => [placeOf({ tournamentId: e.tournament_id, handle: e.handle }), e]),
  ),
});

const joinOf = (requestId: string, tournamentId: string, handle: string): JoinOrder => ({
  requestId,
  tournamentId,
  handle,
  gameId: GAME,
});
function say(verdict: Verdict | undefined): string {
  if (verdict?.kind !== "refused") return String(verdict?.kind);
  expect(verdict.error.message).toMatch(/^[A-Z].*\.$/);
  return verdict.error.reason;
}

const join = fc
  .tuple(fc.nat(9), fc.constantFrom("t1", "t2"), fc.constantFrom("ann", "bob", "cid", "dan", "eve"))
  .map(([request, tournament, handle]) => joinOf(`r${request}`, tournament, handle));
const distinct = { selector: placeOf };
const earlier = fc
  .uniqueArray(join, distinct)
  .map((joins) => joins.map((each, n) => entry({ ...each, requestId: `r${n}` })));
const seats = fc.option(fc.nat(6));

describe("seating", () => {
  test("gives no seat beyond the last and no gamer two, whoever asks how often", () => {
    fc.assert(
      fc.property(fc.array(join, { maxLength: 30 }), earlier, seats, (joins, entries, free) => {
        const registrations = ["t1", "t2"].map((id) => {
          const taken = entries.filter((e) => e.tournament_id === id).length;
          return registration(id, { taken, most: free === null ? null : taken + free });
        });
        const verdicts = seat(joins, factsOf(registrations, entries));
        const seated = joins.filter((_, index) => verdicts[index]?.kind === "seat");
        const places = [
          ...entries.map((e) => `${e.tournament_id}/${e.handle}`),
          ...seated.map(placeOf),
        ];
        expect(new Set(places).size).toBe(places.length);
        const requests = [...entries.map((e) => e.request_id), ...seated.map((s) => s.requestId)];
        expect(new Set(requests).size).toBe(requests.length);
        for (const { tournament_id: id, max_entries: most, seats_taken: taken } of registrations) {
          const now = taken + seated.filter((s) => s.tournamentId === id).length;
          expect(now).toBeLessThanOrEqual(most ?? Infinity);
        }
      }),
      { numRuns: 500 },
    );
  });

  test("is the same for a batch as for one after another, each request being for one place", () => {
    fc.assert(
      fc.property(fc.array(join, { maxLength: 20 }), seats, (joins, free) => {
        const verdicts = seat(
          joins,
          factsOf([registration("t1", { most: free }), registration("t2")].map(limited)),
        );
        const entries: EntryRow[] = [];
        const meant = new Map<string, string>();
        joins.forEach((each, index) => {
          if (!meant.has(each.requestId)) meant.set(each.requestId, placeOf(each));
          if (meant.get(each.requestId) !== placeOf(each))
            return expect(say(verdicts[index])).toBe("REQUEST_ID_REUSED");
          const registrations = [
            registration("t1", { most: free, taken: inside(entries, "t1") }),
            registration("t2"),
          ];
          const [alone] = seat([each], factsOf(registrations.map(limited), entries));
          if (alone?.kind === "seat") entries.push(entry(each));
          const together = verdicts[index];
          expect(say(together).replace("follows", "entered")).toBe(say(alone));
          if (alone?.kind === "entered" && together?.kind === "follows")
            expect(together.own).toBe(alone.own);
          return undefined;
        });
      }),
      { numRuns: 500 },
    );
  });

  test.for([
    ["ended", { over: true, closed: true }, "TOURNAMENT_ENDED"],
    ["closed", { closed: true, registered: true }, "TOURNAMENT_NOT_PUBLISHED"],
    ["past registration", { registered: true, taken: 1, most: 1 }, "REGISTRATION_CLOSED"],
    ["full", { taken: 1, most: 1 }, "TOURNAMENT_FULL"],
    ["another game's", { game: "other", over: true }, "TOURNAMENT_NOT_FOUND"],
  ] as [string, Opening, string][])(
    "of a tournament that is %s is refused so",
    ([, opening, reason]) => {
      const [verdict] = seat([joinOf("r1", "t1", "ann")], factsOf([registration("t1", opening)]));
      expect(say(verdict)).toBe(reason);
    },
  );
});

describe("a repeated request", () => {
  const ann = joinOf("r1", "t1", "ann");
  const others = [joinOf("r1", "t2", "ann"), joinOf("r1", "t1", "bob"), joinOf("r1", "t2", "bob")];
  const registrations = [registration("t1"), registration("t2")];

  test("is its own entry, for another place it is refused", () => {
    const facts = factsOf(registrations, [entry(ann)]);
    expect(seat([ann], facts)).toEqual([{ kind: "entered", entry: entry(ann), own: true }]);
    for (const other of others)
      expect(seat([other], facts).map(say)).toEqual(["REQUEST_ID_REUSED"]);
  });

  test("that could not be paid stays so, for another place it is refused", () => {
    const refusal = {
      id: "r1",
      entry_id: "e1",
      tournament_id: "t1",
      gamer_id: "g1",
      reason: "INSUFFICIENT_FUNDS",
      message: "Too little.",
    };
    const gamers = new Map(
      [ann, joinOf("r2", "t1", "bob")].map((j, n) => [nameOf(j), `g${n + 1}`]),
    );
    const facts = { ...factsOf(registrations), refused: new Map([["r1", refusal]]), gamers };
    expect(seat([ann], facts)).toEqual([{ kind: "unpaid", refusal }]);
    for (const other of others)
      expect(seat([other], facts).map(say)).toEqual(["REQUEST_ID_REUSED"]);
    // Names are a game's own.
    const elsewhere = { ...facts, gamers: new Map([["other/ann", "g1"]]) };
    expect(seat([ann], elsewhere).map(say)).toEqual(["REQUEST_ID_REUSED"]);
  });
});

describe("a seat", () => {
  const [ann, bob] = [joinOf("r1", "t1", "ann"), joinOf("r2", "t1", "bob")];

  test("is given up to the last and no further, without a limit to everyone", () => {
    expect(seat([ann, bob], factsOf([registration("t1", { taken: 4, most: 5 })])).map(say)).toEqual(
      ["seat", "TOURNAMENT_FULL"],
    );
    expect(seat([ann, bob], factsOf([registration("t1", { taken: 4 })])).map(say)).toEqual([
      "seat",
      "seat",
    ]);
  });

  test.for([
    ["ends_at", "TOURNAMENT_ENDED"],
    ["registration_closes_at", "REGISTRATION_CLOSED"],
  ] as const)("is not given at the very moment of %s", ([moment, reason]) => {
    expect(seat([ann], factsOf([{ ...registration("t1"), [moment]: NOW }])).map(say)).toEqual([
      reason,
    ]);
  });

  test("is never given from a registration that is not at hand", () => {
    const elsewhere = joinOf("r2", "t2", "bob");
    const verdicts = seat([ann, elsewhere], factsOf([registration("t2")]));
    expect(verdicts.map(say)).toEqual(["UNAVAILABLE", "seat"]);
  });

  test("taken already is refused with a sentence", () => {
    expect(say({ kind: "refused", error: alreadyJoined() })).toBe("GAMER_ALREADY_JOINED");
  });
});

const inside = (entries: readonly EntryRow[], id: string) =>
  entries.filter((each) => each.tournament_id === id).length;
// No limit of zero seats exists.
const limited = (row: RegistrationRow): RegistrationRow =>
  row.max_entries === 0 ? { ...row, max_entries: 1, seats_taken: row.seats_taken } : row;
