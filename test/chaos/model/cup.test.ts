import { expect, test } from "vitest";
import type { EntryBody, SettlementBody, TournamentBody } from "../../system/bodies.ts";
import { after, call } from "../fixtures/history.ts";
import { judgeCup, type SeenCup } from "./cup.ts";

const calls = [
  call({ kind: "publish", cup: 0 }, [0, 1]),
  call({ kind: "join", cup: 0, handle: "ada" }, [2, 3]),
  call({ kind: "join", cup: 0, handle: "bob" }, [4, 5]),
  call({ kind: "eliminate", cup: 0, handles: ["ada"] }, [6, 7]),
];

const entry = (gamerHandle: string, rank: number, eliminated: boolean) =>
  ({
    id: gamerHandle,
    gamer: gamerHandle,
    gamerHandle,
    rank,
    eliminated,
    joinedAt: "",
  }) as EntryBody;

const seen: SeenCup = {
  tournament: {
    status: "completed",
    prizePool: 0,
    winner: "bob",
    winners: ["bob"],
  } as unknown as TournamentBody,
  entries: [entry("bob", 1, false), entry("ada", 2, true)],
  state: "done",
  settlement: { kind: "payout", pool: 2, platformFee: 0 } as SettlementBody,
  payouts: [
    { gamer: "bob", gamerHandle: "bob", rank: 1, amount: 1.4 },
    { gamer: "ada", gamerHandle: "ada", rank: 2, amount: 0.6 },
  ],
};

test("a cup that was played out pays by its ranks", () => {
  const { faults, moves } = judgeCup(after(...calls).history, 0, seen);
  expect(faults).toEqual([]);
  expect(moves.map(({ account, amount }) => [account, amount])).toEqual([
    ["0/platform", 0n],
    ["0/wallet/bob", 140n],
    ["0/wallet/ada", 60n],
  ]);
});

test.each<[string, Partial<SeenCup>]>([
  ["a lost entry", { entries: [entry("bob", 1, false)] }],
  ["a lost elimination", { entries: [entry("bob", 1, false), entry("ada", 1, false)] }],
  ["a wrong rank", { entries: [entry("bob", 2, false), entry("ada", 1, true)] }],
  ["a payout too few", { payouts: seen.payouts.slice(0, 1) }],
  ["another pool", { settlement: { kind: "payout", pool: 1, platformFee: 0 } as SettlementBody }],
  ["a settlement that was given up", { state: "dead" }],
  ["another status", { tournament: { ...seen.tournament, status: "cancelled" } }],
  ["another winner", { tournament: { ...seen.tournament, winner: "ada" } }],
])("%s is found", (_, difference) => {
  const { faults } = judgeCup(after(...calls).history, 0, { ...seen, ...difference });
  expect(faults).not.toEqual([]);
});

test("who was eliminated later ranks better", () => {
  const both = [
    ...calls.slice(0, 3),
    call({ kind: "eliminate", cup: 0, handles: ["bob"] }, [6, 7]),
    call({ kind: "eliminate", cup: 0, handles: ["ada"] }, [8, 9]),
  ];
  const entries = [entry("bob", 1, true), entry("ada", 2, true)];
  const { faults } = judgeCup(after(...both).history, 0, { ...seen, entries });
  expect(faults.join()).toContain("eliminated before");
});

test("a cancelled cup gives every fee back", () => {
  const cancelled = after(...calls, call({ kind: "cancel", cup: 0 }, [8, 9]));
  const tournament = { ...seen.tournament, status: "cancelled", winner: null, winners: [] };
  const settlement = { kind: "refund", pool: 2, platformFee: 0 } as SettlementBody;
  const refunds = ["ada", "bob"].map((name) => ({
    gamer: name,
    gamerHandle: name,
    rank: null,
    amount: 1,
  }));
  const refunded = { ...seen, tournament, settlement, payouts: refunds };
  expect(judgeCup(cancelled.history, 0, refunded).faults).toEqual([]);
  const partly = { ...refunded, payouts: refunds.slice(1) };
  expect(judgeCup(cancelled.history, 0, partly).faults).not.toEqual([]);
});
