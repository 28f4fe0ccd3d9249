import { GAME, TOURNAMENT, TRANSFER, ADA } from "./ids.ts";
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

const clock = {
  now: "2030-05-01T20:00:00.125Z",
  aheadSeconds: 7_200,
  state: "ready",
  advancingTo: null,
};

/** An example of each resource, by the $id of its schema. */
export const EXAMPLES = {
  ...SCORE_EXAMPLES,
  ...ENTRY_EXAMPLES,
  Tournament: { ...listItem, winners: [], winnersCount: 0, ...stamps },
  TournamentListItem: { ...listItem, ...stamps },
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
  Game: {
    id: "0197d9a0-0f3a-7c44-9b21-4a5b6c7d8e9f",
    name: "Star Race",
    role: "owner",
    currency: "USD",
    currencyDecimals: 2,
    payer: "game",
    platformFeePercent: 0,
    creditLimit: null,
    createdAt: stamps.createdAt,
    environments: {
      live: { id: GAME },
      test: { id: "0197d9a0-0f3b-7e5f-b0c1-2d3e4f5a6b7c", clock },
    },
  },
  Clock: clock,
  Member: {
    userId: ADA,
    name: "Ada Lovelace",
    email: "ada@example.com",
    role: "owner",
    joinedAt: stamps.createdAt,
  },
  Invitation: {
    id: "0197d9a2-5b6c-7d7e-8f90-a1b2c3d4e5f6",
    email: "grace@example.com",
    role: "developer",
    invitedBy: ADA,
    expiresAt: "2030-05-05T09:30:00.000Z",
  },
  Request: {
    requestId: "0197d9b1-2299-7c1a-8e0f-4b3a2c1d0e9f",
    at: "2030-05-01T17:42:10.118Z",
    method: "POST",
    path: `/tournament/${TOURNAMENT}/join`,
    status: 201,
    durationMs: 7.4,
    caller: { type: "api_key", id: "0197d9a1-55c0-7a4e-9f12-8d7c6b5a4938" },
    address: "203.0.113.7",
    code: null,
    detail: null,
    errors: [],
    body: '{"gamer":"ada"}',
    idempotencyKey: "8e03978e-40d5-43dd-bc93-6894a57f9324",
    replayed: false,
  },
  User: {
    id: ADA,
    name: "Ada Lovelace",
    email: "ada@example.com",
    createdAt: "2030-04-28T09:12:00.000Z",
  },
  Session: {
    id: "0197d99d-0a4e-7c55-9e21-7f6a5b4c3d20",
    kind: "browser",
    createdAt: "2030-04-28T09:12:40.000Z",
    lastUsedAt: "2030-05-01T17:30:00.000Z",
    address: "203.0.113.7",
    agent: "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0",
    current: true,
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
