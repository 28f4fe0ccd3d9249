import { create } from "@bufbuild/protobuf";
import {
  BatchCountEntriesResponseSchema,
  type BatchCountEntriesRequest,
  type BatchCountEntriesResponse,
} from "@tms/proto/tms/entry/v1/entry";
import type { Context } from "../context.ts";
import { countEntries } from "../db/registrations.ts";

/** Counts the confirmed entries of tournaments. */
export async function batchCountEntries(
  context: Context,
  { gameId, tournamentIds }: BatchCountEntriesRequest,
): Promise<BatchCountEntriesResponse> {
  const counts = await countEntries(context.db, gameId, tournamentIds);
  return create(BatchCountEntriesResponseSchema, {
    entries: tournamentIds.map((id) => counts.get(id.toLowerCase()) ?? 0),
  });
}
