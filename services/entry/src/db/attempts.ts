import { arrayLiteral, type Unquoted } from "@tms/kit/database/array-literal";
import type { Queryable, Tx } from "@tms/kit/database/handle";
import { prepared } from "@tms/kit/database/prepared";
import { arrayOf, oneOf } from "@tms/kit/database/rows-of";
import { and, eq, sql } from "drizzle-orm";
import { MOST_DECISIONS } from "./decisions.ts";
import { attempt, attemptDecision, type AttemptState } from "./tables.ts";

/** What is compared: a score, and as many further numbers as the terms name. */
export interface Result {
  score: number;
  tieBreaks: readonly number[];
}

/** An attempt of a gamer, as far as the standing follows from it. */
export interface FoldedAttempt extends Result {
  /** Its place in the board's order. */
  sequence: number;
  state: AttemptState;
}

/** What a gamer's attempts come to. */
export interface Fold {
  /** Null before the first attempt that counts: no score is no score, never zero. */
  result: Result | null;
  /** The attempts that are added up, best first, where only the best of them are; else empty. */
  best: readonly Result[];
  /** How many attempts are used up. */
  attempts: number;
  /** The sequence of the attempt that last changed the result. */
  reached: number | null;
}

/**
 * A list of numbers as a text, to stand in an array parameter: an array of arrays would have to be a
 * rectangle. An empty list is an empty text, because most are and Postgres need not read it.
 */
export const numbersText = (numbers: readonly number[]): string =>
  numbers.length === 0 ? "" : arrayLiteral(numbers);

/** SQL: the list that such a text in a column holds. */
export const numbersIn = (column: string): string =>
  `CASE ${column} WHEN '' THEN '{}' ELSE ${column}::bigint[] END`;

type Stored = typeof attempt.$inferSelect;

/** An attempt as recorded. */
export interface AttemptRow
  extends
    FoldedAttempt,
    Pick<
      Stored,
      "id" | "tournamentId" | "gamerId" | "entryId" | "name" | "metadata" | "createdAt"
    > {}

const byIds = prepared((db) =>
  db
    .select()
    .from(attempt)
    .where(oneOf(attempt.id, sql.placeholder("ids"))),
);

/** Attempts by their ids; unknown ones are absent. */
export async function findAttempts(db: Queryable, ids: readonly string[]): Promise<AttemptRow[]> {
  return (await byIds(db, { ids: arrayOf(attempt.id, ids) })).map(withNumbers);
}

/** Who decided on attempts, what and why. */
export interface AttemptDecision extends Pick<
  typeof attemptDecision.$inferSelect,
  "verdict" | "reason" | "actor" | "decidedAt"
> {}

/** Appends a decision on each of some attempts of a locked board, which have this state from then on. */
export async function decideOn(
  tx: Tx,
  attempts: readonly AttemptRow[],
  state: AttemptState,
  decision: AttemptDecision & { restRequestId: string },
): Promise<void> {
  const { verdict, reason, actor, decidedAt, restRequestId } = decision;
  const ids = attempts.map(({ id }) => id);
  const tournamentIds = attempts.map(({ tournamentId }) => tournamentId);
  await tx.$client.query({
    name: "insert-attempt-decisions",
    text: `INSERT INTO attempt_decision (attempt_id, tournament_id, was, verdict, reason, actor,
        rest_request_id, decided_at)
      SELECT attempt_id, tournament_id, was, $4, $5, $6, $7, $8
      FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS given (attempt_id, tournament_id, was)`,
    values: [
      arrayLiteral(ids),
      arrayLiteral(tournamentIds),
      attempts.map((row) => row.state),
      verdict,
      reason,
      actor,
      restRequestId,
      decidedAt,
    ],
  });
  await tx.update(attempt).set({ state }).where(oneOf(attempt.id, ids));
}

/** How many attempts some gamers have on a board, the void ones too; counted no further than to `most`. */
export async function countAttemptsOf(
  db: Queryable,
  tournamentId: string,
  gamerIds: readonly string[],
  most: number,
): Promise<number> {
  const { rows } = await db.$client.query<{ attempts: number }>({
    name: "count-attempts",
    text: `SELECT count(*)::integer AS attempts FROM (
        SELECT FROM attempt WHERE tournament_id = $1 AND gamer_id = ANY($2::uuid[]) LIMIT $3
      ) AS counted`,
    values: [tournamentId, arrayLiteral(gamerIds), most],
  });
  return rows[0]?.attempts ?? 0;
}

/** What a standing follows from: an attempt, whose it is, and when it was recorded. */
export interface DatedAttempt extends FoldedAttempt, Pick<Stored, "gamerId" | "createdAt"> {}

// Read in a few hundredths of a second.
const PIECE = 10_000;

/** All attempts of some gamers on a board, each gamer's in the order of their sequences; in pieces. */
export async function* readAttemptsOf(
  db: Queryable,
  tournamentId: string,
  gamerIds: readonly string[],
): AsyncGenerator<DatedAttempt[]> {
  const { gamerId, sequence, state, score, tieBreaks, createdAt } = attempt;
  let rows: DatedAttempt[] = [];
  do {
    const last = rows.at(-1);
    const isAfter = last && sql`(gamer_id, sequence) > (${last.gamerId}, ${last.sequence})`;
    const found = await db
      .select({ gamerId, sequence, state, score, tieBreaks, createdAt })
      .from(attempt)
      .where(and(eq(attempt.tournamentId, tournamentId), oneOf(gamerId, gamerIds), isAfter))
      .orderBy(gamerId, sequence)
      .limit(PIECE);
    rows = found.map(withNumbers);
    yield rows;
  } while (rows.length === PIECE);
}

const withNumbers = <T extends Pick<Stored, "sequence" | "score" | "tieBreaks">>(row: T) => ({
  ...row,
  sequence: Number(row.sequence),
  score: Number(row.score),
  tieBreaks: row.tieBreaks.map(Number),
});

/** Records attempts. */
export async function insertAttempts(tx: Tx, attempts: readonly AttemptRow[]): Promise<void> {
  const column = (of: (row: AttemptRow) => Unquoted) => arrayLiteral(attempts.map(of));
  await tx.$client.query({
    name: "insert-attempts",
    text: `INSERT INTO attempt (id, tournament_id, gamer_id, entry_id, name, sequence, score,
        tie_breaks, state, metadata, created_at)
      SELECT id, tournament_id, gamer_id, entry_id, name, sequence, score,
        ${numbersIn("tie_breaks")}, state, metadata, created_at
      FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::bigint[],
        $7::bigint[], $8::text[], $9::text[], $10::text[], $11::timestamptz[])
        AS given (id, tournament_id, gamer_id, entry_id, name, sequence, score, tie_breaks, state,
          metadata, created_at)`,
    values: [
      column((row) => row.id),
      column((row) => row.tournamentId),
      column((row) => row.gamerId),
      column((row) => row.entryId),
      attempts.map((row) => row.name),
      column((row) => row.sequence),
      column((row) => row.score),
      attempts.map(({ tieBreaks }) => numbersText(tieBreaks)),
      column((row) => row.state),
      attempts.map((row) => row.metadata),
      column((row) => row.createdAt),
    ],
  });
}

/** Which attempt of which gamer, by the order in which a tournament's attempts were recorded. */
export interface AttemptKey {
  gamerId: string;
  sequence: number;
}

/** The metadata of attempts of a tournament, one of each gamer, by gamer; those without any are absent. */
export async function findMetadata(
  db: Queryable,
  tournamentId: string,
  keys: readonly AttemptKey[],
): Promise<Map<string, string>> {
  const { rows } = await db.$client.query<{ gamerId: string; metadata: string }>({
    name: "attempt-metadata",
    // The LIMIT makes this a look-up per attempt, whatever size the table had when it was planned.
    text: `SELECT asked.gamer_id AS "gamerId", found.metadata
      FROM unnest($2::uuid[], $3::bigint[]) AS asked (gamer_id, sequence)
        CROSS JOIN LATERAL (
          SELECT metadata FROM attempt
          WHERE tournament_id = $1 AND gamer_id = asked.gamer_id AND sequence = asked.sequence
          LIMIT 1
        ) AS found
      WHERE found.metadata <> ''`,
    values: [
      tournamentId,
      arrayLiteral(keys.map(({ gamerId }) => gamerId)),
      arrayLiteral(keys.map(({ sequence }) => sequence)),
    ],
  });
  return new Map(rows.map(({ gamerId, metadata }) => [gamerId, metadata]));
}

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
