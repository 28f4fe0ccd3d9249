import type { Row } from "./webhook-rows.ts";

/** A request about a tournament. */
export const tournament =
  (suffix: string, body?: object): Row =>
  ({ tournamentId }) => ({ path: `/tournament/${tournamentId}${suffix}`, ...(body && { body }) });

const NOT_FOUND: [number, string] = [404, "tournament_not_found"];

/** Operations that read something of one tournament, and how another game's is answered. */
export const READING_ROWS: Readonly<Record<string, { row: Row; answer: [number, string] }>> = {
  getTournament: { row: tournament(""), answer: NOT_FOUND },
  listEntries: { row: tournament("/entries"), answer: NOT_FOUND },
  getTimeline: { row: tournament("/timeline"), answer: NOT_FOUND },
  getStatement: { row: tournament("/statement"), answer: NOT_FOUND },
  getSettlement: { row: tournament("/settlement"), answer: NOT_FOUND },
  previewSettlement: { row: tournament("/settlement/preview"), answer: NOT_FOUND },
  getEntry: {
    row: ({ tournamentId, handle }) => ({ path: `/tournament/${tournamentId}/entry/${handle}` }),
    answer: NOT_FOUND,
  },
};
