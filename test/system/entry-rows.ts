import { newId } from "@tms/kit/values/ids";
import { tournament } from "./reading-rows.ts";
import type { Row } from "./webhook-rows.ts";

/** Operations that decide on entries and scores, and how the name of another game's tournament is answered. */
export const ENTRY_ROWS: Readonly<Record<string, { row: Row; answer: [number, string] }>> = {
  joinTournament: {
    row: tournament("/join", { gamer: "eve" }),
    answer: [404, "tournament_not_found"],
  },
  joinGamers: {
    row: tournament("/joins", { gamers: ["eve", { gamer: "mallory" }] }),
    answer: [404, "tournament_not_found"],
  },
  eliminateGamers: {
    row: ({ tournamentId, handle }) => ({
      path: `/tournament/${tournamentId}/eliminate`,
      body: { gamer: handle },
    }),
    answer: [404, "tournament_not_found"],
  },
  disqualifyGamers: {
    row: ({ tournamentId, handle }) => ({
      path: `/tournament/${tournamentId}/disqualify`,
      body: { gamer: handle, reason: "Mine" },
    }),
    answer: [404, "tournament_not_found"],
  },
  reinstateGamers: {
    row: ({ tournamentId, handle }) => ({
      path: `/tournament/${tournamentId}/reinstate`,
      body: { gamer: handle, reason: "Mine" },
    }),
    answer: [404, "tournament_not_found"],
  },
  reviewScores: {
    row: tournament("/review", { scores: [newId()], decision: "void", reason: "Mine" }),
    answer: [404, "tournament_not_found"],
  },
  listScores: { row: tournament("/scores"), answer: [404, "tournament_not_found"] },
};
