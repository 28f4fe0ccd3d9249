import type { NewEvent } from "@tms/kit/events/event";
import type { Origin } from "@tms/kit/rpc/origin";
import { Payer } from "@tms/proto/tms/game/v1/game";
import { wordsOf } from "@tms/kit/values/words";
import type { EntryRow } from "./db/entries.ts";
import { entryMessage } from "./messages.ts";

/** An entry, and whose doing its join is. */
export interface JoinedRow extends EntryRow {
  origin: Origin;
}

const PAYERS = wordsOf(Payer);

/** A gamer is in, and has paid. The moment is that of the seat, which the entry shows as well. */
export const joined = (row: JoinedRow): NewEvent => ({
  gameId: row.gameId,
  time: row.joinedAt,
  origin: row.origin,
  change: {
    case: "entryJoined",
    value: {
      entry: entryMessage(row),
      payer: row.feeMinor > 0n ? PAYERS.value(row.payer) : Payer.UNSPECIFIED,
    },
  },
});

/** Gamers are out together, each in an event of their own. */
export const eliminated = (rows: readonly EntryRow[], origin: Origin): NewEvent[] =>
  rows.map((row) => ({
    gameId: row.gameId,
    time: row.updatedAt,
    origin,
    change: { case: "entryEliminated", value: { entry: entryMessage(row) } },
  }));
