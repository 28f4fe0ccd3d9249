import { GAME, TOURNAMENT, ENTRY, GAMER, TRANSFER, ENDPOINT } from "./ids.ts";
import { ENTRY_EXAMPLES } from "./entries.ts";
import { SCORE_EXAMPLES } from "./scores.ts";

const stamps = { createdAt: "2030-04-28T09:30:00.000Z", updatedAt: "2030-04-28T09:30:00.000Z" };

const listItem = {
  _id: TOURNAMENT,
  id: TOURNAMENT,
  game: { _id: GAME, id: GAME, name: "Star Race" },
  name: "Friday cup",
  description: "Weekly cup, best of three",
  entryFee: 2.5,
  prizePool: 0,
  currency: "USD",
  status: "pending",
  startTime: "2030-05-01T18:00:00.000Z",
  endTime: "2030-05-01T20:00:00.000Z",
  registrationClosesAt: null,
  maxEntries: 500,
  minEntries: 0,
  prizeSplit: [60, 30, 10],
  winner: null,
};

const transaction = {
  id: TRANSFER,
  kind: "deposit",
  amount: 2.5,
  balanceAfter: 12.5,
  currency: "USD",
  tournament: null,
  createdAt: stamps.createdAt,
};

/** An example of each resource, by the $id of its schema. */
export const EXAMPLES = {
  ...SCORE_EXAMPLES,
  ...ENTRY_EXAMPLES,
  Tournament: { ...listItem, winners: [], winnersCount: 0, ...stamps },
  TournamentListItem: { ...listItem, ...stamps },
  Gamer: { _id: GAMER, id: GAMER, handle: "ada", displayName: "Ada Lovelace", ...stamps },
  Settlement: {
    tournament: TOURNAMENT,
    kind: "payout",
    state: "done",
    currency: "USD",
    pool: 1250,
    platformFee: 0,
    entries: 500,
    payouts: 3,
    dueAt: "2030-05-01T20:00:00.000Z",
    finishedAt: "2030-05-01T20:00:00.480Z",
  },
  Payout: {
    entry: ENTRY,
    gamer: GAMER,
    gamerHandle: "ada",
    rank: 1,
    amount: 750,
    transaction: TRANSFER,
    paidAt: "2030-05-01T20:00:00.410Z",
  },
  RankPrize: { rank: 1, entries: 1, each: 750 },
  Wallet: { gamer: GAMER, gamerHandle: "ada", currency: "USD", balance: 12.5 },
  GameAccount: { game: GAME, currency: "USD", balance: -1250, creditLimit: null },
  Transaction: transaction,
  Ledger: {
    currency: "USD",
    accounts: [
      { kind: "outside", balance: -6250 },
      { kind: "game", balance: -1250 },
      { kind: "gamers", balance: 6237.5 },
      { kind: "prizePools", balance: 1250 },
      { kind: "platform", balance: 12.5 },
    ],
    sum: 0,
    asOf: "2030-05-01T18:10:00.000Z",
  },
  LedgerAccount: {
    id: "3c0f1a52-8a7e-5b0d-9a55-0e6c2d4b7f10",
    kind: "gamers",
    owner: GAMER,
    currency: "USD",
    balance: 12.5,
    createdAt: stamps.createdAt,
    closedAt: null,
  },
  Endpoint: {
    id: ENDPOINT,
    url: "https://example.com/hooks/tms",
    description: "Pays out in our own shop",
    events: ["entry.*", "tournament.completed"],
    enabled: true,
    state: "active",
    disabledReason: null,
    position: 1042,
    lag: { events: 0, seconds: 0 },
    lastSuccessAt: "2030-05-01T17:42:10.410Z",
    lastFailureAt: null,
    createdAt: stamps.createdAt,
  },
  Delivery: {
    event: { id: "0197d9b1-22b4-7a61-9c07-5d4e3f2a1b0c", type: "entry.joined", sequence: 1042 },
    endpoint: ENDPOINT,
    state: "retrying",
    attempts: 1,
    lastAttemptAt: "2030-05-01T17:42:10.210Z",
    nextAttemptAt: "2030-05-01T17:42:15.410Z",
    createdAt: "2030-05-01T17:42:10.410Z",
  },
  Attempt: {
    number: 1,
    at: "2030-05-01T17:42:10.210Z",
    durationMs: 200,
    status: 503,
    error: null,
    answer: "try again later",
    replay: false,
  },
};

/** The terms of the tournament that the examples create. */
export const EXAMPLE_TERMS = {
  name: "Friday cup",
  description: "Weekly cup, best of three",
  entryFee: 2.5,
  startTime: "2030-05-01T18:00:00Z",
  endTime: "2030-05-01T22:00:00+02:00",
};
