import type { Event } from "@tms/proto/tms/event/v1/event";
import type { Queryable } from "../database/handle.ts";
import { batchBytes } from "./batch.ts";
import { eventOf, type NewEvent } from "./event.ts";

// The events of a row are sent in one call of at most 4 MiB. An event has at most about 40 KB.
const MAX_IN_A_ROW = 100;

/** Stages events in the transaction of the change. Needs the table `event_out`. */
export async function stageEvents(tx: Queryable, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  const rows = rowsOfEvents(events.map(eventOf));
  await tx.$client.query({
    name: "stage-events",
    text: `INSERT INTO event_out (game_id, events) SELECT * FROM unnest($1::uuid[], $2::bytea[])`,
    values: [rows.map(({ gameId }) => gameId), rows.map(({ bytes }) => bytes)],
  });
}

export function rowsOfEvents(events: readonly Event[]) {
  const rows: { gameId: string; bytes: Buffer }[] = [];
  for (const [gameId, ofGame] of Map.groupBy(events, (event) => event.gameId))
    for (let first = 0; first < ofGame.length; first += MAX_IN_A_ROW)
      rows.push({ gameId, bytes: batchBytes(ofGame.slice(first, first + MAX_IN_A_ROW)) });
  return rows;
}
