import { create } from "@bufbuild/protobuf";
import { normalizeHandle } from "@tms/kit/values/handles";
import {
  JoinResponseSchema,
  type JoinRequest,
  type JoinResponse,
} from "@tms/proto/tms/entry/v1/entry";
import type { Context } from "../context.ts";
import type { JoinOrder } from "../joining/joins.ts";
import { entryMessage } from "../messages.ts";

/** Joins one gamer; throws the refusal. */
export async function join(context: Context, request: JoinRequest): Promise<JoinResponse> {
  const result = await context.join(joinOrder(request));
  if (result instanceof Error) throw result;
  return create(JoinResponseSchema, { entry: entryMessage(result) });
}

/** A join request in canonical form; throws INVALID_ARGUMENT on an unfit handle. */
export function joinOrder(request: JoinRequest): JoinOrder {
  return {
    requestId: request.requestId.toLowerCase(),
    gameId: request.gameId.toLowerCase(),
    tournamentId: request.tournamentId.toLowerCase(),
    handle: normalizeHandle(request.handle),
  };
}
