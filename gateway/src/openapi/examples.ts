// One tournament, so that the examples of the documentation tell one story.
const GAME = "0197d9a0-0f3b-7d11-8a3e-5b6c7d8e9f01";
const TOURNAMENT = "0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11";
const ENTRY = "0197d9b1-22aa-7b0c-8c4d-1e2f3a4b5c6d";
const GAMER = "0197d9b1-22a4-7f3e-9b8a-0c1d2e3f4a5b";
const TRANSFER = "5f6b1f0e-6b1c-5c1b-9d0e-3a2b1c0d9e8f";
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
  Tournament: { ...listItem, winners: [], winnersCount: 0, ...stamps },
  TournamentListItem: { ...listItem, ...stamps },
  Entry: {
    id: ENTRY,
    tournament: TOURNAMENT,
    gamer: GAMER,
    gamerHandle: "ada",
    entryFee: 2.5,
    joinedAt: "2030-05-01T17:42:10.125Z",
    eliminated: false,
    eliminatedAt: null,
    rank: null,
    provisional: false,
    createdAt: "2030-05-01T17:42:10.125Z",
    updatedAt: "2030-05-01T17:42:10.125Z",
  },
  Gamer: { _id: GAMER, id: GAMER, handle: "ada", ...stamps },
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
  StatementLine: {
    transaction: TRANSFER,
    kind: "entry_fee",
    amount: 2.5,
    createdAt: "2030-05-01T18:10:00.120Z",
    seal: 1,
    text: `18 ${TRANSFER} 250 3c0f1a52-8a7e-5b0d-9a55-0e6c2d4b7f10 3 ${TOURNAMENT} 1903889400120`,
  },
  Seal: {
    number: 1,
    lines: 1,
    digest: "51c41d4dce7f3fec582b67d47d0013ba472b349a701444ed8fda4b37777c7b05",
    createdAt: "2030-05-01T18:10:00.120Z",
  },
  Wallet: { gamer: GAMER, gamerHandle: "ada", currency: "USD", balance: 12.5 },
  GameAccount: { game: GAME, currency: "USD", balance: -1250, creditLimit: null },
  Transaction: transaction,
};

/** The terms of the tournament that the examples create. */
export const EXAMPLE_TERMS = {
  name: "Friday cup",
  description: "Weekly cup, best of three",
  entryFee: 2.5,
  startTime: "2030-05-01T18:00:00Z",
  endTime: "2030-05-01T22:00:00+02:00",
};
