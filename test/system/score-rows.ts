import type { Row } from "./webhook-rows.ts";

/** Operations of scores that can be told the name of a tournament, and how another game's is answered. */
export const SCORE_ROWS: Readonly<Record<string, { row: Row; answer: [number, string] }>> = {
  submitScore: {
    row: ({ tournamentId, handle }) => ({
      path: `/tournament/${tournamentId}/score`,
      body: { gamer: handle, score: 1 },
    }),
    answer: [404, "tournament_not_found"],
  },
  submitScores: {
    row: ({ tournamentId, handle }) => ({
      path: `/tournament/${tournamentId}/scores`,
      body: { scores: [{ gamer: handle, score: 1 }] },
    }),
    answer: [404, "tournament_not_found"],
  },
  getLeaderboard: {
    row: ({ tournamentId }) => ({ path: `/tournament/${tournamentId}/leaderboard` }),
    answer: [404, "tournament_not_found"],
  },
  getStandings: {
    row: ({ tournamentId, handle }) => ({
      path: `/tournament/${tournamentId}/leaderboard`,
      body: { gamers: [handle] },
    }),
    answer: [404, "tournament_not_found"],
  },
};
