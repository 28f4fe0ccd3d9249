import { create } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import type { Db } from "@tms/kit/database/handle";
import { derivedEventId } from "@tms/kit/events/derived-id";
import type { Expand } from "@tms/kit/events/sender";
import { EventSchema, type Event } from "@tms/proto/tms/event/v1/event";
import { listPaid, type PaidRow } from "./db/paid-stretches.ts";
import { payoutMessage } from "./messages.ts";

/** Makes an event of each payout of a stretch, under an id that is the same however often it is made. */
export const expandPayouts =
  (db: Db): Expand =>
  async (stretches) => {
    const rows = Map.groupBy(await listPaid(db, stretches.map(stretchOf)), (row) => row.stretch);
    return stretches.map((stretch, index) =>
      (rows.get(index + 1) ?? []).map((row) => eventOfPayout(stretch, row)),
    );
  };

function stretchOf({ change }: Event) {
  if (change.case !== "payoutStretch") throw new Error("only stretches are expanded");
  const { tournamentId, firstPosition: first, lastPosition: last } = change.value;
  return { tournamentId, first, last };
}

function eventOfPayout({ id, gameId, origin }: Event, row: PaidRow): Event {
  const payout = payoutMessage(row, row.currency ?? "", BigInt(row.paidAt.getTime()));
  const { tournamentId, position } = row;
  return create(EventSchema, {
    id: derivedEventId(id, position),
    gameId,
    time: timestampFromDate(row.paidAt),
    ...(origin && { origin }),
    change: {
      case: row.kind === "refund" ? "refundPaid" : "payoutPaid",
      value: { tournamentId, payout, position },
    },
  });
}
