import { create } from "@bufbuild/protobuf";
import {
  BatchCloseBookResponseSchema,
  type BatchCloseBookRequest,
  type BatchCloseBookResponse,
} from "@tms/proto/tms/entry/v1/entry";
import type { Context } from "../context.ts";
import { closeSmallBooks } from "../db/books.ts";
import { countFinished } from "../db/ranking.ts";

// Counting more would hold up the others of a batch.
const MOST_SEATS = 1_000;

/** Closes small books together; one with joins under way is closed, but left to CloseBook. */
export async function batchCloseBook(
  context: Context,
  { books }: BatchCloseBookRequest,
): Promise<BatchCloseBookResponse> {
  const ids = await closeSmallBooks(context.db, books, MOST_SEATS);
  return create(BatchCloseBookResponseSchema, { closed: await countFinished(context.db, ids) });
}
