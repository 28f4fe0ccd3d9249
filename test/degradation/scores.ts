import { get, patch, post, type Row } from "./row.ts";

/** The operations on scores, and what they cannot do without. */
export const SCORES: readonly Row[] = [
  {
    operation: "submitScore",
    needs: ["postgres", "entry"],
    request: ({ paths }, name) =>
      post(`${paths.toScore}/score`, { gamer: "ada", score: 1, attempt: name }),
  },
  {
    operation: "submitScores",
    needs: ["postgres", "entry"],
    request: ({ paths }, name) =>
      post(`${paths.toScore}/scores`, { scores: [{ gamer: "ada", score: 1, attempt: name }] }),
  },
  {
    operation: "reviewScores",
    needs: ["postgres", "entry"],
    request: ({ paths, scoreId }) =>
      patch(`${paths.toReview}/review`, {
        scores: [scoreId],
        decision: "void",
        reason: "a drill",
      }),
  },
  {
    operation: "listScores",
    needs: ["postgres", "entry"],
    request: ({ paths }) => get(`${paths.toReview}/scores`),
  },
  {
    operation: "listScores",
    when: "before the first join",
    needs: ["postgres", "entry", "tournament"],
    request: ({ paths }) => get(`${paths.toScoreFirst}/scores`),
  },
  {
    operation: "getLeaderboard",
    needs: ["postgres", "entry"],
    request: ({ paths }) => get(`${paths.toScore}/leaderboard`),
  },
  {
    operation: "getLeaderboard",
    when: "before the first join",
    needs: ["postgres", "entry", "tournament"],
    request: ({ paths }) => get(`${paths.toScoreFirst}/leaderboard`),
  },
  {
    operation: "getStandings",
    needs: ["postgres", "entry"],
    request: ({ paths }) => post(`${paths.toScore}/leaderboard`, { gamers: ["ada"] }),
  },
  {
    operation: "getEntry",
    needs: ["postgres", "entry"],
    request: ({ paths }) => get(`${paths.toScore}/entry/ada`),
  },
];
