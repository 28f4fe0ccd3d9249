import type { Queryable } from "@tms/kit/database/handle";
import { MOST_DECISIONS } from "../decisions.ts";
import type { AttemptDecision, AttemptRow } from "./attempts.ts";
import type { AttemptState } from "../../values/attempts.ts";

/** An attempt, its gamer's handle, and what was decided on it, oldest first. */
export interface ReviewedScore {
  attempt: AttemptRow;
  handle: string;
  decisions: readonly AttemptDecision[];
}

/** Which attempts of a tournament are listed. */
export interface ScoreFilter {
  /** Null for those of everybody. */
  gamerId: string | null;
  /** Null for all. */
  state: AttemptState | null;
}

const ATTEMPTS = `SELECT * FROM attempt WHERE tournament_id = $1
  AND ($2::bigint IS NULL OR sequence < $2)`;
const NEWEST = "ORDER BY sequence DESC LIMIT $3";

// Each is read along an index, from its end: what is read does not follow how many there are.
const TEXTS = {
  all: ["counted", "held", "void"]
    .map((state) => `(${ATTEMPTS} AND state = '${state}' ${NEWEST})`)
    .join(" UNION ALL "),
  ofState: `${ATTEMPTS} AND state = $4 ${NEWEST}`,
  ofGamer: `${ATTEMPTS} AND gamer_id = $4 ${NEWEST}`,
  ofGamerAndState: `${ATTEMPTS} AND gamer_id = $4 AND state = $5 ${NEWEST}`,
};

interface Columns extends Omit<AttemptRow, "sequence" | "score" | "tieBreaks"> {
  sequence: bigint;
  score: bigint;
  tieBreaks: readonly (bigint | string)[];
  handle: string;
  decisions: { verdict: AttemptDecision["verdict"]; reason: string; actor: string; ms: number }[];
}

/** Attempts of a tournament below a sequence, or from the newest on, with the last decisions on each. */
export async function listReviewed(
  db: Queryable,
  tournamentId: string,
  { gamerId, state }: ScoreFilter,
  below: number | null,
  limit: number,
): Promise<ReviewedScore[]> {
  const given = [gamerId, state].filter((value) => value !== null);
  const name = gamerId === null ? (state === null ? "all" : "ofState") : nameOfGamer(state);
  const { rows } = await db.$client.query<Columns>({
    name: `list-reviewed-${name}`,
    text: `SELECT listed.id, listed.tournament_id AS "tournamentId", listed.gamer_id AS "gamerId",
        listed.entry_id AS "entryId", listed.name, listed.sequence, listed.score,
        listed.tie_breaks AS "tieBreaks", listed.state, listed.metadata,
        listed.created_at AS "createdAt", its_gamer.handle, its_decisions.decisions
      FROM (${TEXTS[name]}) AS listed
        CROSS JOIN LATERAL (
          SELECT handle FROM gamer WHERE gamer.id = listed.gamer_id LIMIT 1) AS its_gamer
        CROSS JOIN LATERAL (
          SELECT coalesce(json_agg(json_build_object('verdict', verdict, 'reason', reason,
            'actor', actor, 'ms', round(date_part('epoch', decided_at) * 1000)) ORDER BY id), '[]')
            AS decisions
          FROM (SELECT * FROM attempt_decision WHERE attempt_id = listed.id
            ORDER BY id DESC LIMIT ${MOST_DECISIONS}) AS latest) AS its_decisions
      ${NEWEST}`,
    values: [tournamentId, below, limit, ...given],
  });
  return rows.map(({ handle, decisions, ...row }) => ({
    handle,
    attempt: {
      ...row,
      sequence: Number(row.sequence),
      score: Number(row.score),
      tieBreaks: row.tieBreaks.map(Number),
    },
    decisions: decisions.map(({ ms, ...each }) => ({ ...each, decidedAt: new Date(ms) })),
  }));
}

const nameOfGamer = (state: AttemptState | null) =>
  state === null ? "ofGamer" : "ofGamerAndState";
