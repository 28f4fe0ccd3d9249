import { and, eq, getColumns, sql } from "drizzle-orm";
import { toLiterals } from "@tms/kit/database/array-literal";
import type { Queryable, Tx } from "@tms/kit/database/handle";
import { prepared } from "@tms/kit/database/prepared";
import { arrayOf, columnList, insertion, oneOf } from "@tms/kit/database/rows-of";
import { MAX_DECISIONS } from "./decisions.ts";
import { attempt, attemptDecision, type AttemptState } from "./tables.ts";

/** A score, and its tie-breaks in the order of `ScoringTerms.tieBreaks`. */
export interface Result {
  score: number;
  tieBreaks: readonly number[];
}

export interface FoldedAttempt extends Result {
  /** The position of the attempt among all attempts of the board, from 1. */
  sequence: number;
  state: AttemptState;
}

export interface Fold {
  /** Null before the first attempt that counts. */
  result: Result | null;
  /** The attempts that are added up, the best first. Empty if `ScoringTerms.counted` is null. */
  best: readonly Result[];
  /** The number of counted and held attempts. */
  attempts: number;
  /** The sequence of the attempt that last changed the result. */
  reached: number | null;
}

export const NOTHING: Fold = { result: null, best: [], attempts: 0, reached: null };

type Stored = typeof attempt.$inferSelect;

export interface AttemptRow extends FoldedAttempt, Omit<Stored, keyof FoldedAttempt> {}

const byIds = prepared((db) =>
  db
    .select()
    .from(attempt)
    .where(oneOf(attempt.id, sql.placeholder("ids"))),
);

export async function findAttempts(db: Queryable, ids: readonly string[]): Promise<AttemptRow[]> {
  return (await byIds(db, { ids: arrayOf(attempt.id, ids) })).map(withNumbers);
}

type Decision = typeof attemptDecision.$inferSelect;
type AttemptDecision = Pick<Decision, "verdict" | "reason" | "actor" | "decidedAt">;

/** Records a decision on attempts of a locked board, and sets the state of the attempts. */
export async function insertDecisions(
  tx: Tx,
  attempts: readonly AttemptRow[],
  state: AttemptState,
  decision: AttemptDecision & Pick<Decision, "restRequestId">,
): Promise<void> {
  const { verdict, reason, actor, restRequestId, decidedAt } = decision;
  const [ids, tournamentIds, states] = toLiterals(attempts, "id", "tournamentId", "state");
  await tx.execute(sql`
    INSERT INTO ${attemptDecision} (attempt_id, tournament_id, was, verdict, reason, actor,
      rest_request_id, decided_at)
    SELECT given.*, ${verdict}::text, ${reason}::text, ${actor}::text, ${restRequestId}::text,
      ${decidedAt}::timestamptz
    FROM unnest(${ids}::uuid[], ${tournamentIds}::uuid[], ${states}::text[]) AS given`);
  await tx.execute(sql`UPDATE ${attempt} SET state = ${state} WHERE id = ANY(${ids}::uuid[])`);
}

/** Counts the attempts of gamers in a tournament, including void attempts. Stops counting at `max`. */
export async function countAttempts(
  db: Queryable,
  tournamentId: string,
  gamerIds: readonly string[],
  max: number,
): Promise<number> {
  const { rows } = await db.execute<{ attempts: number }>(sql`
    SELECT count(*)::integer AS attempts FROM (
      SELECT FROM ${attempt}
      WHERE tournament_id = ${tournamentId} AND ${oneOf(attempt.gamerId, gamerIds)} LIMIT ${max}
    ) AS counted`);
  return rows[0]?.attempts ?? 0;
}

// Reading a batch takes a few hundredths of a second. A cancelled review stops after the current batch.
const BATCH = 10_000;

export async function* readAttempts(
  db: Queryable,
  tournamentId: string,
  gamerIds: readonly string[],
) {
  const { gamerId, sequence, state, score, tieBreaks, createdAt } = attempt;
  let rows: (FoldedAttempt & Pick<Stored, "gamerId" | "createdAt">)[] = [];
  do {
    const last = rows.at(-1);
    const isAfter = last && sql`(gamer_id, sequence) > (${last.gamerId}, ${last.sequence})`;
    const found = await db
      .select({ gamerId, sequence, state, score, tieBreaks, createdAt })
      .from(attempt)
      .where(and(eq(attempt.tournamentId, tournamentId), oneOf(gamerId, gamerIds), isAfter))
      .orderBy(gamerId, sequence)
      .limit(BATCH);
    rows = found.map(withNumbers);
    yield rows;
  } while (rows.length === BATCH);
}

const withNumbers = <T extends Pick<Stored, "sequence" | "score" | "tieBreaks">>(row: T) => ({
  ...row,
  sequence: Number(row.sequence),
  score: Number(row.score),
  tieBreaks: row.tieBreaks.map(Number),
});

export const insertAttempts = insertion(attempt, getColumns(attempt));

/** Returns non-empty metadata by gamer id. `keys` must have at most one attempt per gamer. */
export async function findMetadata(
  db: Queryable,
  tournamentId: string,
  keys: readonly { gamerId: string; sequence: number }[],
): Promise<Map<string, string>> {
  const [gamerIds, sequences] = toLiterals(keys, "gamerId", "sequence");
  // With the LIMIT, Postgres looks up each attempt, even if the statement was planned on an empty table.
  const { rows } = await db.execute<{ gamerId: string; metadata: string }>(sql`
    SELECT asked.gamer_id AS "gamerId", found.metadata
    FROM unnest(${gamerIds}::uuid[], ${sequences}::bigint[]) AS asked (gamer_id, sequence)
      CROSS JOIN LATERAL (
        SELECT metadata FROM ${attempt} WHERE tournament_id = ${tournamentId}
          AND gamer_id = asked.gamer_id AND sequence = asked.sequence LIMIT 1
      ) AS found
    WHERE found.metadata <> ''`);
  return new Map(rows.map(({ gamerId, metadata }) => [gamerId, metadata]));
}

/** An attempt, the handle of its gamer, and the decisions on the attempt, the oldest first. */
export interface ReviewedScore {
  attempt: AttemptRow;
  handle: string;
  decisions: readonly AttemptDecision[];
}

interface Columns extends Stored {
  handle: string;
  decisions: (Omit<AttemptDecision, "decidedAt"> & { ms: number })[];
}

/** Lists attempts with a sequence below `below`, the newest first, each with its latest decisions. */
export async function listReviewed(
  db: Queryable,
  tournamentId: string,
  { gamerId, state }: { gamerId: string | null; state: AttemptState | null },
  below: string | undefined,
  limit: number,
): Promise<ReviewedScore[]> {
  // Each part of the UNION reads an index backwards and stops at the limit.
  const states = gamerId === null && state === null ? ["counted", "held", "void"] : [state];
  const ofGamer = gamerId === null ? "" : "AND gamer_id = $4";
  const newest = "ORDER BY sequence DESC LIMIT $3";
  const parts = states.map(
    (each) => `(SELECT * FROM attempt WHERE tournament_id = $1
      AND ($2::bigint IS NULL OR sequence < $2) ${ofGamer}
      ${each === null ? "" : `AND state = '${each}'`} ${newest})`,
  );
  const { rows } = await db.$client.query<Columns>({
    name: `list-reviewed-${gamerId === null ? "all" : "gamer"}-${state ?? "all"}`,
    text: `SELECT ${columnList(getColumns(attempt))}, handle, decisions
      FROM (${parts.join(" UNION ALL ")}) AS listed
        CROSS JOIN LATERAL (
          SELECT handle FROM gamer WHERE gamer.id = listed.gamer_id LIMIT 1) AS its_gamer
        CROSS JOIN LATERAL (
          SELECT coalesce(json_agg(json_build_object('verdict', verdict, 'reason', reason,
            'actor', actor, 'ms', round(date_part('epoch', decided_at) * 1000)) ORDER BY id), '[]')
            AS decisions
          FROM (SELECT * FROM attempt_decision WHERE attempt_id = listed.id
            ORDER BY id DESC LIMIT ${MAX_DECISIONS}) AS latest) AS its_decisions
      ${newest}`,
    values: [tournamentId, below, limit, ...(gamerId === null ? [] : [gamerId])],
  });
  return rows.map(({ handle, decisions, ...row }) => ({
    handle,
    attempt: withNumbers(row),
    decisions: decisions.map(({ ms, ...each }) => ({ ...each, decidedAt: new Date(ms) })),
  }));
}
