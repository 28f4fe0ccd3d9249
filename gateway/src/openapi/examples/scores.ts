import { ENTRY, GAMER, TOURNAMENT } from "./ids.ts";

const standing = {
  score: 80_100,
  tieBreaks: [75],
  attempts: 2,
  attemptsLeft: 9_998,
  reachedAt: "2030-05-01T18:20:00.310Z",
};

const attempt = {
  id: "3d7e9a14-52b8-5f06-8c1d-0a9b8c7d6e5f",
  gamer: GAMER,
  gamerHandle: "ada",
  entry: ENTRY,
  attempt: "match-4711",
  score: 41_200,
  tieBreaks: [37],
  state: "counted",
  metadata: { map: "Dust" },
  createdAt: "2030-05-01T18:20:00.310Z",
};

/** An example of each resource of scoring, by the $id of its schema. */
export const SCORE_EXAMPLES = {
  Score: { ...attempt, standing },
  ReviewedScore: {
    tournament: TOURNAMENT,
    ...attempt,
    decisions: [
      {
        decision: "accept",
        reason: "The replay is clean",
        actor: { type: "api_key", id: "0197d9a3-1c2d-7e3f-a4b5-c6d7e8f90a1b" },
        decidedAt: "2030-05-01T18:31:00.000Z",
      },
    ],
  },
  Standing: standing,
  LeaderboardEntry: {
    rank: 1,
    entry: ENTRY,
    gamer: GAMER,
    gamerHandle: "ada",
    displayName: "Ada Lovelace",
    score: 80_100,
    tieBreaks: [75],
    attempts: 2,
    reachedAt: "2030-05-01T18:20:00.310Z",
    state: "in",
  },
};
