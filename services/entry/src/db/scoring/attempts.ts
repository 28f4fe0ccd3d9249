import { and, eq, sql } from "drizzle-orm";
import { arrayLiteral, type Unquoted } from "@tms/kit/database/array-literal";
import type { Queryable, Tx } from "@tms/kit/database/handle";
import { prepared } from "@tms/kit/database/prepared";
import { arrayOf, oneOf } from "@tms/kit/database/rows-of";
import { numbersIn, numbersText } from "./number-lists.ts";
import { attempt, attemptDecision } from "./tables.ts";
import type { AttemptState, FoldedAttempt } from "../../values/attempts.ts";

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
