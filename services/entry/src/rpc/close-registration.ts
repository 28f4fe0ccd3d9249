import { create } from "@bufbuild/protobuf";
import {
  CloseRegistrationResponseSchema,
  type CloseRegistrationRequest,
  type CloseRegistrationResponse,
} from "@tms/proto/tms/entry/v1/entry";
import type { Context } from "../context.ts";
import { closeRegistration as close } from "../db/registrations.ts";
import { countConfirmed } from "../db/ranking.ts";
import { countPending, findPending } from "../db/pending-joins.ts";
import { finishPending } from "../joining/charge.ts";
import { findRegistration } from "../tournaments.ts";

const BATCH = 1_000;

/** Closes a registration, then finishes the joins that were under way when it closed. */
export async function closeRegistration(
  context: Context,
  request: CloseRegistrationRequest,
): Promise<CloseRegistrationResponse> {
  const { tournamentId } = request;
  await findRegistration(context.db, request);
  await close(context.db, tournamentId, request.gameId);
  const pending = await findPending(context.db, tournamentId, BATCH);
  if (pending.length > 0) await finishPending(context, pending);
  // Counted first: whoever is confirmed between the two counts is then in the other one.
  const unfinished = await countPending(context.db, tournamentId);
  const entries = await countConfirmed(context.db, tournamentId);
  return create(CloseRegistrationResponseSchema, { entries, unfinished });
}
