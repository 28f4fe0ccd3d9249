import { getColumns } from "drizzle-orm";
import { toArrays, toLiterals } from "@tms/kit/database/array-literal";
import type { Queryable, Tx } from "@tms/kit/database/handle";
import { given } from "@tms/kit/database/rows-of";
import { required } from "@tms/kit/errors/domain-error";
import { NOTHING, type Fold, type Result } from "./attempts.ts";
import type { EntryKey, EntryRow } from "./entries.ts";
import { standing, type entry } from "./tables.ts";

export interface ScoredEntrant extends EntryKey {
  gamerId: string;
  /** Null if the gamer has no confirmed entry. */
  entry: Pick<EntryRow, "id" | "joinedAt" | "exitNumber" | "disqualified"> | null;
  standing: Standing;
}

export interface Standing extends Fold {
  reachedAt: Date | null;
  place: Buffer | null;
}

const NO_STANDING: Standing = { ...NOTHING, reachedAt: null, place: null };

type StandingRow = typeof standing.$inferSelect;

/** The columns of an entrant. The columns of a missing entry or standing are null. */
interface EntrantColumns
  extends
    Pick<typeof entry.$inferSelect, "joinedAt" | "exitNumber" | "disqualified">,
    Pick<StandingRow, "score" | "tieBreaks" | "best" | "reachedAt" | "place"> {
  /** The index of the key, from 1. */
  n: number;
  gamerId: string;
  entryId: string | null;
  attempts: number | null;
  reached: bigint | null;
}

export async function findScoredEntrants(db: Queryable, keys: readonly EntryKey[]) {
  const { rows } = await db.$client.query<EntrantColumns>({
    name: "scored-entrants",
    // With the LIMITs, Postgres looks up each key, even if the statement was planned on empty tables. An
    // entry with a standing is confirmed, so pending_join is read only for entries without a standing.
    text: `SELECT asked.n::integer, player.id AS "gamerId", entered.id AS "entryId", entered.joined_at AS "joinedAt",
        entered.exit_number AS "exitNumber", entered.disqualified, standing.*
      FROM unnest($1::uuid[], $2::uuid[], $3::text[]) WITH ORDINALITY
          AS asked (game_id, tournament_id, handle, n)
        CROSS JOIN LATERAL (
          SELECT id FROM gamer WHERE game_id = asked.game_id AND handle = asked.handle LIMIT 1
        ) AS player
        LEFT JOIN LATERAL (
          SELECT score, tie_breaks AS "tieBreaks", best, attempts, reached_sequence AS reached,
            reached_at AS "reachedAt", place
          FROM standing WHERE tournament_id = asked.tournament_id AND gamer_id = player.id LIMIT 1
        ) AS standing ON true
        LEFT JOIN LATERAL (
          SELECT id, joined_at, exit_number, disqualified FROM entry
          WHERE tournament_id = asked.tournament_id AND gamer_id = player.id AND (
            standing.attempts IS NOT NULL OR NOT EXISTS (
              SELECT FROM pending_join
              WHERE tournament_id = entry.tournament_id AND entry_id = entry.id
            )
          ) LIMIT 1
        ) AS entered ON true`,
    values: [...toLiterals(keys, "gameId", "tournamentId"), ...toArrays(keys, "handle")],
  });
  return rows.map((row) => {
    const key = required(keys[row.n - 1], "a query returned an entrant that was not requested");
    const { gameId, tournamentId, handle } = key;
    const { gamerId, entryId: id, joinedAt, exitNumber, disqualified } = row;
    const entry = id === null ? null : { id, joinedAt, exitNumber, disqualified };
    return { gameId, tournamentId, handle, gamerId, entry, standing: toStanding(row) };
  });
}

function toStanding(row: EntrantColumns): Standing {
  if (row.attempts === null) return NO_STANDING;
  const tieBreaks = row.tieBreaks.map(Number);
  return {
    result: row.score === null ? null : { score: Number(row.score), tieBreaks },
    best: toResults(row.best.map(Number), 1 + tieBreaks.length),
    attempts: row.attempts,
    reached: row.reached === null ? null : Number(row.reached),
    reachedAt: row.reachedAt,
    place: row.place,
  };
}

function toResults(numbers: readonly number[], width: number): Result[] {
  return Array.from({ length: numbers.length / width }, (_, index) => {
    const [score = 0, ...tieBreaks] = numbers.slice(index * width, (index + 1) * width);
    return { score, tieBreaks };
  });
}

export interface StoredStanding
  extends Standing, Pick<StandingRow, "tournamentId" | "gamerId" | "entryId" | "joinedAt"> {}

const SENT = given(getColumns(standing));
const NAMES = Object.values(getColumns(standing)).map(({ name }) => name);
const KEY = new Set(["tournament_id", "gamer_id", "entry_id", "joined_at"]);
const FOLDED = NAMES.filter((name) => !KEY.has(name));

export async function storeStandings(tx: Tx, standings: readonly StoredStanding[]): Promise<void> {
  await tx.$client.query({
    name: "store-standings",
    // The lock of the board prevents races, so MERGE is enough. It is cheaper than INSERT … ON CONFLICT.
    text: `MERGE INTO standing USING (${SENT.rows}) AS given
        ON standing.tournament_id = given.tournament_id AND standing.gamer_id = given.gamer_id
      WHEN MATCHED THEN UPDATE SET ${FOLDED.map((name) => `${name} = given.${name}`).join(", ")}
      WHEN NOT MATCHED THEN INSERT (${SENT.names})
        VALUES (${NAMES.map((name) => `given.${name}`).join(", ")})`,
    values: SENT.toValues(
      standings.map(({ result, best, reached, ...row }) => ({
        ...row,
        score: result?.score ?? null,
        tieBreaks: result?.tieBreaks ?? [],
        best: best.flatMap(toNumbers),
        reachedSequence: reached,
      })),
    ),
  });
}

const toNumbers = ({ score, tieBreaks }: Result) => [score, ...tieBreaks];
