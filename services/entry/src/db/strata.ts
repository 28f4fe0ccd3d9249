import type { Queryable, Tx } from "@tms/kit/database/handle";
import { toArrays } from "./array-parameters.ts";
import { rankableIn } from "./boards.ts";

/** The classes of a ranking, the best first. The first byte of a sort key is the number of its class. */
export const PLACE = { placed: 1, scored: 2, unscored: 3, eliminated: 4, outside: 5 } as const;

/** A range of sort keys from `first` to the next stratum, and the number of its entries. */
export interface Stratum {
  first: Buffer;
  entries: number;
}

/** A sort key, and the number of entries that share it. */
export interface PlaceGroup {
  place: Buffer;
  entries: number;
}

/** Returns the lowest sort key that is greater than a sort key. */
export const behind = (place: Buffer): Buffer => Buffer.concat([place, Buffer.alloc(1)]);

/** The previous and the new sort key of an entry. */
export interface PlaceChange {
  tournamentId: string;
  from: Buffer | null;
  to: Buffer | null;
}

export interface StratumRow extends Stratum {
  tournamentId: string;
  /** The first sort key of the next stratum; null for the last stratum. */
  next: Buffer | null;
}

/** Updates the counts of strata of locked boards. Returns the strata with a changed count. */
export async function countInStrata(
  tx: Tx,
  changes: readonly PlaceChange[],
): Promise<StratumRow[]> {
  if (changes.length === 0) return [];
  const { rows } = await tx.$client.query<StratumRow>({
    name: "count-in-strata",
    text: `WITH located AS MATERIALIZED (
        SELECT given.tournament_id, its.first, sum(move.change)::integer AS change
        FROM unnest($1::uuid[], $2::bytea[], $3::bytea[]) AS given (tournament_id, from_place, to_place)
          CROSS JOIN LATERAL (VALUES (from_place, -1), (to_place, 1)) AS move (place, change)
          CROSS JOIN LATERAL (
            SELECT first FROM stratum
            WHERE tournament_id = given.tournament_id AND first <= move.place
            ORDER BY first DESC LIMIT 1
          ) AS its
        GROUP BY given.tournament_id, its.first HAVING sum(move.change) <> 0
      )
      UPDATE stratum SET entries = stratum.entries + located.change FROM located
      WHERE stratum.tournament_id = located.tournament_id AND stratum.first = located.first
      RETURNING stratum.tournament_id AS "tournamentId", stratum.first, stratum.entries,
        (SELECT other.first FROM stratum AS other
         WHERE other.tournament_id = stratum.tournament_id AND other.first > stratum.first
         ORDER BY other.first LIMIT 1) AS next`,
    values: toArrays(changes, "tournamentId", "from", "to"),
  });
  return rows;
}

/** Finds the sort keys within a stratum, in their order. */
export async function findPlaceGroups(
  db: Queryable,
  { tournamentId, first, next }: StratumRow,
): Promise<PlaceGroup[]> {
  const { rows } = await db.$client.query<PlaceGroup>({
    name: "place-groups",
    text: `SELECT place, count(*)::integer AS entries FROM standing
      WHERE tournament_id = $1 AND place >= $2 AND ($3::bytea IS NULL OR place < $3)
      GROUP BY place ORDER BY place`,
    values: [tournamentId, first, next],
  });
  return rows;
}

export async function findStratumBefore(
  db: Queryable,
  { tournamentId, first }: Pick<StratumRow, "tournamentId" | "first">,
): Promise<Stratum | undefined> {
  const { rows } = await db.$client.query<Stratum>({
    name: "stratum-before",
    text: `SELECT first, entries FROM stratum WHERE tournament_id = $1 AND first < $2
      ORDER BY first DESC LIMIT 1`,
    values: [tournamentId, first],
  });
  return rows[0];
}

/** Inserts strata of a locked board, or updates the strata with the same first sort key. */
export async function storeStrata(
  tx: Tx,
  tournamentId: string,
  strata: readonly Stratum[],
): Promise<void> {
  await tx.$client.query({
    name: "store-strata",
    text: `INSERT INTO stratum (tournament_id, first, entries)
      SELECT $1, first, entries FROM unnest($2::bytea[], $3::integer[]) AS given (first, entries)
      ON CONFLICT (tournament_id, first) DO UPDATE SET entries = excluded.entries`,
    values: [tournamentId, ...toArrays(strata, "first", "entries")],
  });
}

/** Deletes a stratum of a locked board. Its range becomes part of the stratum before it. */
export async function deleteStratum(tx: Tx, tournamentId: string, first: Buffer): Promise<void> {
  await tx.$client.query({
    name: "delete-stratum",
    text: `DELETE FROM stratum WHERE tournament_id = $1 AND first = $2`,
    values: [tournamentId, first],
  });
}

/**
 * SQL: the number of entries with a better sort key; 0 if the sort key is null. The expression adds up the
 * better strata, and counts only within the stratum of the sort key. The cost therefore does not depend on
 * the rank.
 */
export const better = (tournamentId: string, place: string) => `coalesce((
  SELECT (SELECT coalesce(sum(entries), 0) FROM stratum
      WHERE tournament_id = ${tournamentId} AND first < its.first)
    + (SELECT count(*) FROM standing
      WHERE tournament_id = ${tournamentId} AND place >= its.first AND place < ${place})
  FROM (SELECT first FROM stratum WHERE tournament_id = ${tournamentId} AND first <= ${place}
    ORDER BY first DESC LIMIT 1) AS its), 0)::integer`;

/** SQL: the lowest sort key of a class. */
export const classPlace = (kind: keyof typeof PLACE) =>
  `'\\x${Buffer.of(PLACE[kind]).toString("hex")}'::bytea`;

/**
 * SQL: the sort key of an entry. An entry without a stored sort key gets the lowest sort key of the class
 * `unscored` or `outside`, depending on `noScore`.
 */
export const standsAt = (place: string, noScore: string) => `coalesce(${place},
  CASE ${noScore} WHEN 'in' THEN ${classPlace("unscored")} ELSE ${classPlace("outside")} END)`;

/**
 * Returns the number of entries that rank before each of the given sort keys, in their order. Entries that
 * are in without a score rank before eliminated entries if `noScore` is `in`.
 */
export async function countBetter(
  db: Queryable,
  places: readonly { tournamentId: string; place: Buffer }[],
): Promise<number[]> {
  if (places.length === 0) return [];
  const { rows } = await db.$client.query<{ better: number }>({
    name: "count-better",
    text: `SELECT ${better("asked.tournament_id", "asked.place")} + coalesce(CASE
        WHEN asked.place >= ${classPlace("eliminated")} AND asked.place < ${classPlace("outside")} THEN (
          SELECT ${rankableIn("board.tournament_id")} - listed FROM board
          WHERE tournament_id = asked.tournament_id AND scoring ->> 'noScore' = 'in')
        END, 0) AS better
      FROM unnest($1::uuid[], $2::bytea[]) WITH ORDINALITY AS asked (tournament_id, place, n)
      ORDER BY asked.n`,
    values: toArrays(places, "tournamentId", "place"),
  });
  return rows.map((row) => row.better);
}
