import { GAME, TOURNAMENT } from "./ids.ts";
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

/** An example of each resource, by the $id of its schema. */
export const EXAMPLES = {
  ...SCORE_EXAMPLES,
  ...ENTRY_EXAMPLES,
  Tournament: { ...listItem, winners: [], winnersCount: 0, ...stamps },
  TournamentListItem: { ...listItem, ...stamps },
};

/** The terms of the tournament that the examples create. */
export const EXAMPLE_TERMS = {
  name: "Friday cup",
  description: "Weekly cup, best of three",
  entryFee: 2.5,
  startTime: "2030-05-01T18:00:00Z",
  endTime: "2030-05-01T22:00:00+02:00",
};
