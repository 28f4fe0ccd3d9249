import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { RegistrationRow } from "../db/registrations.ts";
import type { EntryRow } from "../db/entries.ts";
import { entryKey } from "../entrants/entry-key.ts";
import { gamerKey } from "../entrants/gamers.ts";
import { alreadyJoined } from "../errors.ts";
import { decideSeats, type SeatDecision } from "./decide-seats.ts";
import { SYSTEM } from "@tms/kit/values/actor";
import type { JoinRequest, Snapshot } from "./snapshot.ts";

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
  tournamentId: id,
  gameId: opening.game ?? GAME,
  test: false,
  currency: "USD",
  feeMinor: 0n,
  payer: "game",
  maxEntries: opening.most ?? null,
  registrationClosesAt: opening.registered ? EARLIER : LATER,
  endsAt: opening.over ? EARLIER : LATER,
  seatsTaken: opening.taken ?? 0,
  eliminated: 0,
  disqualified: 0,
  closedAt: opening.closed ? EARLIER : null,
  rankedUpTo: null,
  frozenAt: null,
  scored: false,
  readAt: NOW,
});

const entry = (join: JoinRequest): EntryRow => ({
  id: `entry of ${entryKey(join)}`,
  tournamentId: join.tournamentId,
  gamerId: join.handle,
  requestId: join.requestId,
  joinedAt: NOW,
  eliminatedAt: null,
  exitNumber: null,
  placement: null,
  disqualified: false,
  metadata: join.metadata,
  createdAt: NOW,
  updatedAt: NOW,
  handle: join.handle,
  gameId: GAME,
  feeMinor: 0n,
  currency: "USD",
  payer: "game",
  pending: false,
});

const snapshotOf = (
  registrations: readonly RegistrationRow[],
  entries: readonly EntryRow[] = [],
): Snapshot => ({
  registrations: new Map(registrations.map((each) => [each.tournamentId, each])),
  byRequest: new Map(entries.map((each) => [each.requestId, each])),
  refused: new Map(),
  gamers: new Map(),
  byKey: new Map(entries.map((e) => [entryKey(e), e])),
});

const joinOf = (requestId: string, tournamentId: string, handle: string): JoinRequest => ({
  origin: { actor: SYSTEM, requestId: null },
  requestId,
  tournamentId,
  handle,
  metadata: null,
  gameId: GAME,
});
function say(decision: SeatDecision | undefined): string {
  if (decision?.kind !== "refused") return String(decision?.kind);
  expect(decision.error.message).toMatch(/^[A-Z].*\.$/);
  return decision.error.reason;
}

const join = fc
  .tuple(fc.nat(9), fc.constantFrom("t1", "t2"), fc.constantFrom("ann", "bob", "cid", "dan", "eve"))
  .map(([request, tournament, handle]) => joinOf(`r${request}`, tournament, handle));
const distinct = { selector: entryKey };
const earlier = fc
  .uniqueArray(join, distinct)
  .map((joins) => joins.map((each, n) => entry({ ...each, requestId: `r${n}` })));
const seats = fc.option(fc.nat(6));

describe("seating", () => {
  test("gives no seat beyond the last and no gamer two, whoever asks how often", () => {
    fc.assert(
      fc.property(fc.array(join, { maxLength: 30 }), earlier, seats, (joins, entries, free) => {
        const registrations = ["t1", "t2"].map((id) => {
          const taken = entries.filter((e) => e.tournamentId === id).length;
          return registration(id, { taken, most: free === null ? null : taken + free });
        });
        const decisions = decideSeats(joins, snapshotOf(registrations, entries));
        const seated = joins.filter((_, index) => decisions[index]?.kind === "seat");
        const keys = [
          ...entries.map((e) => `${e.tournamentId}/${e.handle}`),
          ...seated.map(entryKey),
        ];
        expect(new Set(keys).size).toBe(keys.length);
        const requests = [...entries.map((e) => e.requestId), ...seated.map((s) => s.requestId)];
        expect(new Set(requests).size).toBe(requests.length);
        for (const { tournamentId: id, maxEntries: most, seatsTaken: taken } of registrations) {
          const now = taken + seated.filter((s) => s.tournamentId === id).length;
          expect(now).toBeLessThanOrEqual(most ?? Infinity);
        }
      }),
      { numRuns: 500 },
    );
  });

  test("is the same for a batch as for one after another, each request being for one entry", () => {
    fc.assert(
      fc.property(fc.array(join, { maxLength: 20 }), seats, (joins, free) => {
        const decisions = decideSeats(
          joins,
          snapshotOf([registration("t1", { most: free }), registration("t2")].map(limited)),
        );
        const entries: EntryRow[] = [];
        const meant = new Map<string, string>();
        joins.forEach((each, index) => {
          if (!meant.has(each.requestId)) meant.set(each.requestId, entryKey(each));
          if (meant.get(each.requestId) !== entryKey(each))
            return expect(say(decisions[index])).toBe("REQUEST_ID_REUSED");
          const registrations = [
            registration("t1", { most: free, taken: inside(entries, "t1") }),
            registration("t2"),
          ];
          const [alone] = decideSeats([each], snapshotOf(registrations.map(limited), entries));
          if (alone?.kind === "seat") entries.push(entry(each));
          const together = decisions[index];
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
      const [decision] = decideSeats(
        [joinOf("r1", "t1", "ann")],
        snapshotOf([registration("t1", opening)]),
      );
      expect(say(decision)).toBe(reason);
    },
  );
});

describe("a repeated request", () => {
  const ann = joinOf("r1", "t1", "ann");
  const others = [joinOf("r1", "t2", "ann"), joinOf("r1", "t1", "bob"), joinOf("r1", "t2", "bob")];
  const registrations = [registration("t1"), registration("t2")];

  test("is its own entry, for another entry it is refused", () => {
    const snapshot = snapshotOf(registrations, [entry(ann)]);
    expect(decideSeats([ann], snapshot)).toEqual([
      { kind: "entered", entry: entry(ann), own: true },
    ]);
    for (const other of others)
      expect(decideSeats([other], snapshot).map(say)).toEqual(["REQUEST_ID_REUSED"]);
  });

  test("that was refused its charge stays so, for another entry it is refused", () => {
    const refusal = {
      id: "r1",
      entryId: "e1",
      tournamentId: "t1",
      gamerId: "g1",
      reason: "INSUFFICIENT_FUNDS",
      message: "Too little.",
    };
    const gamers = new Map(
      [ann, joinOf("r2", "t1", "bob")].map((j, n) => [gamerKey(j), `g${n + 1}`]),
    );
    const snapshot = { ...snapshotOf(registrations), refused: new Map([["r1", refusal]]), gamers };
    expect(decideSeats([ann], snapshot)).toEqual([{ kind: "charge refused", refusal }]);
    for (const other of others)
      expect(decideSeats([other], snapshot).map(say)).toEqual(["REQUEST_ID_REUSED"]);
    // Names are a game's own.
    const elsewhere = { ...snapshot, gamers: new Map([["other/ann", "g1"]]) };
    expect(decideSeats([ann], elsewhere).map(say)).toEqual(["REQUEST_ID_REUSED"]);
  });
});

describe("a seat", () => {
  const [ann, bob] = [joinOf("r1", "t1", "ann"), joinOf("r2", "t1", "bob")];

  test("is given up to the last and no further, without a limit to everyone", () => {
    expect(
      decideSeats([ann, bob], snapshotOf([registration("t1", { taken: 4, most: 5 })])).map(say),
    ).toEqual(["seat", "TOURNAMENT_FULL"]);
    expect(
      decideSeats([ann, bob], snapshotOf([registration("t1", { taken: 4 })])).map(say),
    ).toEqual(["seat", "seat"]);
  });

  test.for([
    ["endsAt", "TOURNAMENT_ENDED"],
    ["registrationClosesAt", "REGISTRATION_CLOSED"],
  ] as const)("is not given at the very moment of %s", ([moment, reason]) => {
    expect(
      decideSeats([ann], snapshotOf([{ ...registration("t1"), [moment]: NOW }])).map(say),
    ).toEqual([reason]);
  });

  test("is never given from a registration that is not at hand", () => {
    const elsewhere = joinOf("r2", "t2", "bob");
    const decisions = decideSeats([ann, elsewhere], snapshotOf([registration("t2")]));
    expect(decisions.map(say)).toEqual(["UNAVAILABLE", "seat"]);
  });

  test("taken already is refused with a sentence", () => {
    expect(say({ kind: "refused", error: alreadyJoined() })).toBe("GAMER_ALREADY_JOINED");
  });
});

const inside = (entries: readonly EntryRow[], id: string) =>
  entries.filter((each) => each.tournamentId === id).length;
// No limit of zero seats exists.
const limited = (row: RegistrationRow): RegistrationRow =>
  row.maxEntries === 0 ? { ...row, maxEntries: 1, seatsTaken: row.seatsTaken } : row;
