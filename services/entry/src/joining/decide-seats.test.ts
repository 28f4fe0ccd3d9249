import fc from "fast-check";
import { expect, test } from "vitest";
import { SYSTEM } from "@tms/kit/values/actor";
import { entryKey, type EntryRow } from "../db/entries.ts";
import { gamerKey } from "../db/gamers.ts";
import type { RegistrationRow } from "../db/registrations.ts";
import { decideSeats, type JoinRequest, type SeatDecision, type Snapshot } from "./decide-seats.ts";

const GAME = "game";
const NOW = new Date("2026-01-01T12:00:00Z");
const LATER = new Date("2026-01-01T13:00:00Z");
const EARLIER = new Date("2026-01-01T11:00:00Z");

const registration = (id: string, change: Partial<RegistrationRow> = {}): RegistrationRow => ({
  tournamentId: id,
  gameId: GAME,
  test: false,
  currency: "USD",
  feeMinor: 0n,
  payer: "game",
  maxEntries: null,
  registrationClosesAt: LATER,
  endsAt: LATER,
  seatsTaken: 0,
  eliminated: 0,
  disqualified: 0,
  closedAt: null,
  frozenAt: null,
  scored: false,
  createdAt: NOW,
  readAt: NOW,
  ...change,
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

const inside = (entries: readonly EntryRow[], id: string) =>
  entries.filter((each) => each.tournamentId === id).length;
// A limit of zero seats does not exist.
const limited = (row: RegistrationRow): RegistrationRow =>
  row.maxEntries === 0 ? { ...row, maxEntries: 1 } : row;

test("gives no seat beyond the capacity, and no gamer or request two seats", () => {
  fc.assert(
    fc.property(fc.array(join, { maxLength: 30 }), earlier, seats, (joins, entries, free) => {
      const registrations = ["t1", "t2"].map((id) => {
        const taken = entries.filter((e) => e.tournamentId === id).length;
        return registration(id, {
          seatsTaken: taken,
          maxEntries: free === null ? null : taken + free,
        });
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
      for (const { tournamentId: id, maxEntries: max, seatsTaken: taken } of registrations) {
        const now = taken + seated.filter((s) => s.tournamentId === id).length;
        expect(now).toBeLessThanOrEqual(max ?? Infinity);
      }
    }),
    { numRuns: 500 },
  );
});

test("seats a batch as it would seat its requests one after another", () => {
  fc.assert(
    fc.property(fc.array(join, { maxLength: 20 }), seats, (joins, free) => {
      const decisions = decideSeats(
        joins,
        snapshotOf([registration("t1", { maxEntries: free }), registration("t2")].map(limited)),
      );
      const entries: EntryRow[] = [];
      const meant = new Map<string, string>();
      joins.forEach((each, index) => {
        if (!meant.has(each.requestId)) meant.set(each.requestId, entryKey(each));
        if (meant.get(each.requestId) !== entryKey(each))
          return expect(say(decisions[index])).toBe("REQUEST_ID_REUSED");
        const registrations = [
          registration("t1", { maxEntries: free, seatsTaken: inside(entries, "t1") }),
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

test.for<[string, Partial<RegistrationRow>, string]>([
  ["has ended and is closed", { endsAt: EARLIER, closedAt: EARLIER }, "TOURNAMENT_ENDED"],
  ["ends now", { endsAt: NOW }, "TOURNAMENT_ENDED"],
  [
    "is closed after registration",
    { closedAt: EARLIER, registrationClosesAt: EARLIER },
    "TOURNAMENT_NOT_PUBLISHED",
  ],
  [
    "is full after registration",
    { registrationClosesAt: EARLIER, seatsTaken: 1, maxEntries: 1 },
    "REGISTRATION_CLOSED",
  ],
  ["closes its registration now", { registrationClosesAt: NOW }, "REGISTRATION_CLOSED"],
  ["is full", { seatsTaken: 1, maxEntries: 1 }, "TOURNAMENT_FULL"],
  [
    "belongs to another game and has ended",
    { gameId: "other", endsAt: EARLIER },
    "TOURNAMENT_NOT_FOUND",
  ],
])("gives no seat in a tournament that %s", ([, change, reason]) => {
  const snapshot = snapshotOf([registration("t1", change)]);
  expect(decideSeats([joinOf("r1", "t1", "ann")], snapshot).map(say)).toEqual([reason]);
});

test("keeps a refused charge refused, and its request from any other entry", () => {
  const [ann, bob] = [joinOf("r1", "t1", "ann"), joinOf("r1", "t1", "bob")];
  const refusal = {
    id: "r1",
    entryId: "e1",
    tournamentId: "t1",
    gamerId: "g1",
    reason: "INSUFFICIENT_FUNDS",
    message: "Too little.",
  };
  const snapshot = {
    ...snapshotOf([registration("t1"), registration("t2")]),
    refused: new Map([["r1", refusal]]),
    gamers: new Map([ann, bob].map((each, n) => [gamerKey(each), `g${n + 1}`])),
  };
  expect(decideSeats([ann], snapshot).map(say)).toEqual(["INSUFFICIENT_FUNDS"]);
  for (const other of [bob, joinOf("r1", "t2", "ann"), joinOf("r1", "t2", "bob")])
    expect(decideSeats([other], snapshot).map(say)).toEqual(["REQUEST_ID_REUSED"]);
  // Each game has its own handles.
  const elsewhere = { ...snapshot, gamers: new Map([["other/ann", "g1"]]) };
  expect(decideSeats([ann], elsewhere).map(say)).toEqual(["REQUEST_ID_REUSED"]);
});

test("recognizes a repeat by its tournament, gamer and metadata", () => {
  const open = ["t1", "t2"].map((id) => registration(id));
  const ann = joinOf("r1", "t1", "ann");
  const stored = snapshotOf(open, [entry(ann)]);
  expect(decideSeats([ann], stored)).toEqual([{ kind: "entered", entry: entry(ann), own: true }]);
  expect(decideSeats([ann, ann, joinOf("r2", "t1", "ann")], snapshotOf(open))).toEqual([
    { kind: "seat" },
    { kind: "follows", leader: 0, own: true },
    { kind: "follows", leader: 0, own: false },
  ]);
  const others = [joinOf("r1", "t2", "ann"), joinOf("r1", "t1", "bob"), { ...ann, metadata: "{}" }];
  for (const other of others) {
    expect(decideSeats([other], stored).map(say)).toEqual(["REQUEST_ID_REUSED"]);
    expect(decideSeats([ann, other], snapshotOf(open)).map(say)[1]).toBe("REQUEST_ID_REUSED");
  }
});

test("asks to repeat a join if another transaction holds the registration", () => {
  expect(decideSeats([joinOf("r1", "t1", "ann")], snapshotOf([])).map(say)).toEqual([
    "UNAVAILABLE",
  ]);
});
