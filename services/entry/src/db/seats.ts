import { arrayLiteral } from "@tms/kit/database/array-literal";
import type { Tx } from "@tms/kit/database/handle";
import { rowsOfEvents } from "@tms/kit/events/stage";
import type { Event } from "@tms/proto/tms/event/v1/event";
import { originMessage, type Origin } from "@tms/kit/rpc/origin";
import { toArrays } from "./array-parameters.ts";
import type { EntryKey, EntryRow } from "./entries.ts";

/** The rows that a join depends on, in addition to its registration. */
export interface KnownJoin {
  /** The entry that the same request made. */
  byRequest: string | null;
  /** The entry of the gamer in the tournament. */
  byKey: string | null;
  /** The request, if its charge was refused. */
  refused: string | null;
  gamerId: string | null;
}

/** Finds the rows that joins depend on, in the order of the joins. */
export async function findKnown(
  tx: Tx,
  joins: readonly (EntryKey & { requestId: string })[],
): Promise<KnownJoin[]> {
  const { rows } = await tx.$client.query<KnownJoin>({
    name: "known-joins",
    // The LIMIT makes each part a look-up per join, even if the statement was planned on empty tables.
    text: `SELECT player.id AS "gamerId",
        (SELECT id FROM entry WHERE request_id = given.request_id LIMIT 1) AS "byRequest",
        (SELECT id FROM refused_join WHERE id = given.request_id LIMIT 1) AS refused,
        (SELECT id FROM entry
          WHERE tournament_id = given.tournament_id AND gamer_id = player.id LIMIT 1) AS "byKey"
      FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[])
        WITH ORDINALITY AS given (request_id, tournament_id, game_id, handle, position)
      LEFT JOIN LATERAL (
        SELECT id FROM gamer WHERE game_id = given.game_id AND handle = given.handle LIMIT 1
      ) AS player ON true
      ORDER BY position`,
    values: [
      ...toArrays(joins, "requestId", "tournamentId", "gameId"),
      joins.map((join) => join.handle),
    ],
  });
  return rows;
}

type NewEntry = Pick<
  EntryRow,
  "id" | "tournamentId" | "gamerId" | "requestId" | "joinedAt" | "metadata" | "pending"
> & { origin: Origin };

/**
 * Takes the seats of new entries: records them, marks those with a fee as pending, and stages the events of
 * the others. The gamers and the registrations must exist. Violates the constraint registration_seats above
 * the maximum.
 */
export async function recordSeats(
  tx: Tx,
  entries: readonly NewEntry[],
  events: readonly Event[],
): Promise<void> {
  const pending = entries.filter((entry) => entry.pending);
  const origins = pending.map(({ origin }) => originMessage(origin));
  const taken = [...Map.groupBy(entries, (entry) => entry.tournamentId)];
  const staged = rowsOfEvents(events);
  await tx.$client.query({
    name: "record-seats",
    text: `WITH marked AS (
        INSERT INTO pending_join (entry_id, tournament_id, actor, rest_request_id)
        SELECT * FROM unnest($7::uuid[], $8::uuid[], $9::text[], $10::text[])
      ), staged AS (
        INSERT INTO event_out (game_id, events) SELECT * FROM unnest($11::uuid[], $12::bytea[])
      ), seated AS (
        UPDATE registration SET seats_taken = seats_taken + seats
        FROM unnest($13::uuid[], $14::int[]) AS taken (id, seats) WHERE tournament_id = taken.id
      )
      INSERT INTO entry (id, tournament_id, gamer_id, request_id, metadata,
        joined_at, created_at, updated_at)
      SELECT id, tournament_id, gamer_id, request_id, metadata, at, at, at
      FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::timestamptz[], $6::text[])
        AS new (id, tournament_id, gamer_id, request_id, at, metadata)`,
    values: [
      ...toArrays(entries, "id", "tournamentId", "gamerId", "requestId", "joinedAt"),
      entries.map((entry) => entry.metadata),
      ...toArrays(pending, "id", "tournamentId"),
      origins.map((origin) => origin.actor),
      origins.map((origin) => origin.requestId),
      arrayLiteral(staged.map(({ gameId }) => gameId)),
      staged.map(({ bytes }) => bytes),
      arrayLiteral(taken.map(([id]) => id)),
      arrayLiteral(taken.map(([, group]) => group.length)),
    ],
  });
}
