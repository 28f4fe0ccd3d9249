import { create } from "@bufbuild/protobuf";
import { transaction } from "@tms/kit/database/transaction";
import {
  RecordWinnersResponseSchema,
  Status,
  type RecordWinnersRequest,
  type RecordWinnersResponse,
} from "@tms/proto/tms/tournament/v1/tournament";
import { advance } from "../lifecycle/advance.ts";
import type { Context } from "../context.ts";
import { insertWinners } from "../db/winners.ts";

/** Adds to the winners of a settling tournament; once it is completed they are final. */
export async function recordWinners(
  ctx: Context,
  request: RecordWinnersRequest,
): Promise<RecordWinnersResponse> {
  await transaction(ctx.db, "tournament.record-winners", async (tx) => {
    const { after } = await advance(tx, request, "record");
    if (after.status !== Status.SETTLING) return;
    const winners = request.gamerIds.map((gamerId) => ({ tournamentId: after.id, gamerId }));
    await insertWinners(tx, winners);
  });
  return create(RecordWinnersResponseSchema);
}
