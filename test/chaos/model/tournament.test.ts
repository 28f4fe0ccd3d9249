import { expect, test } from "vitest";
import type { EntryBody, SettlementBody, TournamentBody } from "../../harness/bodies.ts";
import { after, call } from "../fixtures/history.ts";
import { decided } from "../fixtures/decided.ts";
import { checkTournament, type SeenTournament } from "./tournament.ts";

const eliminated = (
  handle: string,
  when: [number, number],
  told: Pick<EntryBody, "rank" | "provisional">,
) => decided({ kind: "eliminate", tournament: 0, handles: [handle] }, when, "eliminated", told);

const calls = [
  call({ kind: "publish", tournament: 0 }, [0, 1]),
  call({ kind: "join", tournament: 0, handle: "ada" }, [2, 3]),
  call({ kind: "join", tournament: 0, handle: "bob" }, [4, 5]),
  eliminated("ada", [6, 7], { rank: 2, provisional: true }),
];

const entry = (gamerHandle: string, rank: number, out: string | false) =>
  ({
    id: gamerHandle,
    gamer: gamerHandle,
    gamerHandle,
    rank,
    state: out === false ? "in" : "eliminated",
    eliminated: out !== false,
    eliminatedAt: out || null,
    joinedAt: "",
  }) as EntryBody;
const [EARLY, LATE] = ["2026-05-01T18:00:00.000Z", "2026-05-01T18:00:00.001Z"];

const seen: SeenTournament = {
  tournament: {
    status: "completed",
    prizePool: 0,
    winner: "bob",
    winners: ["bob"],
  } as unknown as TournamentBody,
  entries: [entry("bob", 1, false), entry("ada", 2, EARLY)],
  board: [],
  scores: [],
  state: "done",
  settlement: { kind: "payout", pool: 2, platformFee: 0 } as SettlementBody,
  payouts: [
    { gamer: "bob", gamerHandle: "bob", rank: 1, amount: 1.4 },
    { gamer: "ada", gamerHandle: "ada", rank: 2, amount: 0.6 },
  ],
};

test("a tournament that was played out pays by its ranks", () => {
  const { faults, moves } = checkTournament(after(...calls).history, 0, seen);
  expect(faults).toEqual([]);
  expect(moves.map(({ account, amount }) => [account, amount])).toEqual([
    ["0/platform", 0n],
    ["0/wallet/bob", 140n],
    ["0/wallet/ada", 60n],
  ]);
});

test.each<[string, Partial<SeenTournament>]>([
  ["a lost entry", { entries: [entry("bob", 1, false)] }],
  ["a lost elimination", { entries: [entry("bob", 1, false), entry("ada", 1, false)] }],
  ["a wrong rank", { entries: [entry("bob", 2, false), entry("ada", 1, EARLY)] }],
  ["a payout too few", { payouts: seen.payouts.slice(0, 1) }],
  ["another pool", { settlement: { kind: "payout", pool: 1, platformFee: 0 } as SettlementBody }],
  ["a settlement that was given up", { state: "dead" }],
  ["another status", { tournament: { ...seen.tournament, status: "cancelled" } }],
  ["another winner", { tournament: { ...seen.tournament, winner: "ada" } }],
])("%s is found", (_, difference) => {
  const { faults } = checkTournament(after(...calls).history, 0, { ...seen, ...difference });
  expect(faults).not.toEqual([]);
});

test("who was eliminated later ranks better", () => {
  const both = [
    ...calls.slice(0, 3),
    eliminated("bob", [6, 7], { rank: 2, provisional: true }),
    eliminated("ada", [8, 9], { rank: 1, provisional: true }),
  ];
  const entries = [entry("bob", 1, LATE), entry("ada", 2, EARLY)];
  const { faults } = checkTournament(after(...both).history, 0, { ...seen, entries });
  expect(faults.join()).toContain("bob has rank 1, not 2");
});

test("a moment that contradicts the ranks is found", () => {
  const atOnce = [
    ...calls.slice(0, 3),
    eliminated("ada", [6, 8], { rank: 2, provisional: true }),
    eliminated("bob", [7, 9], { rank: 1, provisional: true }),
  ];
  const faultsOf = (bob: string, ada: string) => {
    const entries = [entry("bob", 1, bob), entry("ada", 2, ada)];
    return checkTournament(after(...atOnce).history, 0, { ...seen, entries }).faults;
  };
  expect(faultsOf(LATE, EARLY)).toEqual([]);
  for (const bob of [EARLY, "2026-05-01T17:59:59.999Z"])
    expect(faultsOf(bob, EARLY).join()).toContain("bob, out at");
});

test.each([
  [3, true, "was told rank 3"],
  [1, true, ""],
  [1, false, "was told rank 1"],
  [2, false, ""],
] as const)("a rank told as %s, provisional: %s, that became 2", (rank, provisional, fault) => {
  const told = [...calls.slice(0, 3), eliminated("ada", [6, 7], { rank, provisional })];
  const { faults } = checkTournament(after(...told).history, 0, seen);
  expect(faults.join()).toContain(fault);
  expect(faults).toHaveLength(fault === "" ? 0 : 1);
});

test("a cancelled tournament gives every fee back", () => {
  const cancelled = after(...calls, call({ kind: "cancel", tournament: 0 }, [8, 9]));
  const tournament = { ...seen.tournament, status: "cancelled", winner: null, winners: [] };
  const settlement = { kind: "refund", pool: 2, platformFee: 0 } as SettlementBody;
  const refunds = ["ada", "bob"].map((name) => ({
    gamer: name,
    gamerHandle: name,
    rank: null,
    amount: 1,
  }));
  const refunded = { ...seen, tournament, settlement, payouts: refunds };
  expect(checkTournament(cancelled.history, 0, refunded).faults).toEqual([]);
  const partly = { ...refunded, payouts: refunds.slice(1) };
  expect(checkTournament(cancelled.history, 0, partly).faults).not.toEqual([]);
});

const disqualified = (handle: string, when: [number, number]) =>
  decided({ kind: "disqualify", tournament: 0, handles: [handle] }, when, "disqualified");
const outOfRanking = (gamerHandle: string): EntryBody => ({
  ...entry(gamerHandle, 1, false),
  rank: null,
  state: "disqualified",
});

test("what somebody disqualified would have won goes to the others", () => {
  const { history } = after(...calls, disqualified("bob", [8, 9]));
  const without: SeenTournament = {
    ...seen,
    tournament: { ...seen.tournament, winner: "ada", winners: ["ada"] },
    entries: [entry("ada", 1, EARLY), outOfRanking("bob")],
    payouts: [{ gamer: "ada", gamerHandle: "ada", rank: 1, amount: 2 }],
  };
  expect(checkTournament(history, 0, without).faults).toEqual([]);
  for (const wrong of [{ entries: seen.entries }, { payouts: seen.payouts }])
    expect(checkTournament(history, 0, { ...without, ...wrong }).faults).not.toEqual([]);
});

test("without anybody who can be paid everybody is refunded, the disqualified too", () => {
  const { history } = after(
    ...calls.slice(0, 3),
    disqualified("ada", [6, 7]),
    disqualified("bob", [8, 9]),
  );
  const refunded: SeenTournament = {
    ...seen,
    tournament: { ...seen.tournament, status: "cancelled", winner: null, winners: [] },
    entries: [outOfRanking("ada"), outOfRanking("bob")],
    settlement: { kind: "refund", pool: 2, platformFee: 0 } as SettlementBody,
    payouts: ["ada", "bob"].map((name) => ({
      gamer: name,
      gamerHandle: name,
      rank: null,
      amount: 1,
    })),
  };
  expect(checkTournament(history, 0, refunded).faults).toEqual([]);
  const { faults } = checkTournament(history, 0, { ...seen, entries: refunded.entries });
  expect(faults.join()).toContain("status is");
});
