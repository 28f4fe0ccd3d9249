import { create } from "@bufbuild/protobuf";
import {
  BatchCloseRegistrationResponseSchema,
  type BatchCloseRegistrationRequest,
  type BatchCloseRegistrationResponse,
} from "@tms/proto/tms/entry/v1/entry";
import type { Context } from "../context.ts";
import { closeSmallRegistrations } from "../db/registrations.ts";
import { countFinished } from "../db/ranking.ts";

// Counting more would hold up the others of a batch.
const MOST_SEATS = 1_000;

/** Closes small registrations together; one with joins under way is closed, but left to CloseRegistration. */
export async function batchCloseRegistration(
  context: Context,
  { registrations }: BatchCloseRegistrationRequest,
): Promise<BatchCloseRegistrationResponse> {
  const ids = await closeSmallRegistrations(context.db, registrations, MOST_SEATS);
  return create(BatchCloseRegistrationResponseSchema, {
    closed: await countFinished(context.db, ids),
  });
}
