import type { DescMethodUnary } from "@bufbuild/protobuf";
import type { Client } from "@connectrpc/connect";
import type { Tx } from "@tms/kit/database/handle";
import { DomainError, found, required } from "@tms/kit/errors/domain-error";
import { refusedFor, type RemoteError } from "@tms/kit/errors/remote-error";
import { within } from "@tms/kit/rpc/client";
import { originOf, type Origin } from "@tms/kit/rpc/origin";
import type { Call } from "@tms/kit/rpc/rpcs";
import type { Endpoint } from "@tms/proto/tms/event/v1/endpoint";
import type { Event } from "@tms/proto/tms/event/v1/event";
import { KeyScope } from "@tms/proto/tms/game/v1/game";
import type { MemberService } from "@tms/proto/tms/game/v1/member";
import { findEndpoint, lockEndpoint, type EndpointRow } from "../db/endpoints.ts";
import { appendEvent } from "../log/append.ts";
import { toEndpoint } from "../messages.ts";

/** Throws the game service's refusal of an actor as an error of this service. */
function rethrow(error: RemoteError): never {
  if (refusedFor(error, "GAME_NOT_FOUND", "SCOPE_MISSING", "API_KEY_INVALID"))
    throw new DomainError(error.reason, error.message);
  throw error;
}

interface Members {
  members: Client<typeof MemberService>;
}

/**
 * Makes an RPC that runs only if the game service says that its actor can change webhooks. A right that
 * ends between this answer and the commit of the RPC is still used.
 */
export const byRight =
  <C extends Members, Request extends { gameId: string }, M extends DescMethodUnary, Response>(
    handle: (context: C, request: Request, call: Call<M>) => Promise<Response>,
  ) =>
  async (context: C, request: Request, call: Call<M>): Promise<Response> => {
    const { gameId } = request;
    // Operators and services have all rights.
    if (originOf(call).actor.type !== "system")
      await context.members
        .authorizeActor({ gameId, scope: KeyScope.WEBHOOKS_WRITE }, within(call))
        .catch(rethrow);
    return await handle(context, request, call);
  };

export interface EndpointKey {
  gameId: string;
  endpointId: string;
}

/** Locks an endpoint and returns it. Throws ENDPOINT_NOT_FOUND if the environment has no such endpoint. */
export async function lockKnown(tx: Tx, { gameId, endpointId }: EndpointKey): Promise<EndpointRow> {
  const endpoint = found(await lockEndpoint(tx, gameId, endpointId), "ENDPOINT_NOT_FOUND");
  return endpoint;
}

/** Locks an enabled endpoint and returns it. Throws ENDPOINT_NOT_FOUND or ENDPOINT_DISABLED. */
export async function lockEnabled(tx: Tx, key: EndpointKey): Promise<EndpointRow> {
  const endpoint = await lockKnown(tx, key);
  if (endpoint.disabledReason !== null) throw new DomainError("ENDPOINT_DISABLED");
  return endpoint;
}

/** The kinds of events about an endpoint, by their fields in the proto. */
export type EndpointCase = Extract<Event["change"]["case"], `webhookEndpoint${string}`>;

/**
 * Appends events about a locked endpoint. Returns the endpoint as callers see it. The events lock the head of
 * the environment, which must be the last lock of a transaction.
 */
export async function appendEndpointEvents(
  tx: Tx,
  { id, gameId, test }: Pick<EndpointRow, "id" | "gameId" | "test">,
  origin: Origin,
  cases: readonly EndpointCase[],
): Promise<Endpoint> {
  const row = required(await findEndpoint(tx, gameId, id), "a locked endpoint disappeared");
  const endpoint = toEndpoint(row);
  for (const change of cases)
    await appendEvent(tx, { gameId, test }, origin, { case: change, value: { endpoint } });
  return endpoint;
}
