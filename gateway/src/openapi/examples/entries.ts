import { ENTRY, GAMER, TOURNAMENT } from "./ids.ts";

/** An example of each resource of entries, by the $id of its schema. */
export const ENTRY_EXAMPLES = {
  Entry: {
    id: ENTRY,
    tournament: TOURNAMENT,
    gamer: GAMER,
    gamerHandle: "ada",
    entryFee: 2.5,
    joinedAt: "2030-05-01T17:42:10.125Z",
    state: "in",
    eliminated: false,
    eliminatedAt: null,
    rank: null,
    provisional: false,
    createdAt: "2030-05-01T17:42:10.125Z",
    updatedAt: "2030-05-01T17:42:10.125Z",
  },
  EntryDecision: {
    decision: "disqualify",
    was: "in",
    reason: "Speed hack, case 77",
    actor: { type: "api_key", id: "0197d9a3-1c2d-7e3f-a4b5-c6d7e8f90a1b" },
    decidedAt: "2030-05-01T18:31:00.000Z",
  },
};
