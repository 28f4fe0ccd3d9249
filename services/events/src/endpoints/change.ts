import type { Tx } from "@tms/kit/database/handle";
import { DomainError } from "@tms/kit/errors/domain-error";
import type { Origin } from "@tms/kit/rpc/origin";
import type { Endpoint } from "@tms/proto/tms/event/v1/endpoint";
import type { Event } from "@tms/proto/tms/event/v1/event";
import { findEndpoint, lockEndpoint, type EndpointRow } from "../db/endpoints.ts";
import { appendEvent } from "../log/append.ts";
import { toEndpoint } from "../messages.ts";

/** Names an endpoint of an environment. */
export interface EndpointKey {
  gameId: string;
  endpointId: string;
}

/** Locks an endpoint. Throws ENDPOINT_NOT_FOUND. */
export async function lockKnown(tx: Tx, { gameId, endpointId }: EndpointKey): Promise<EndpointRow> {
  const endpoint = await lockEndpoint(tx, gameId, endpointId);
  if (endpoint === undefined) throw new DomainError("ENDPOINT_NOT_FOUND");
  return endpoint;
}

/** Locks an endpoint. Throws ENDPOINT_NOT_FOUND or ENDPOINT_DISABLED. */
export async function lockEnabled(tx: Tx, key: EndpointKey): Promise<EndpointRow> {
  const endpoint = await lockKnown(tx, key);
  if (endpoint.disabledReason !== null) throw new DomainError("ENDPOINT_DISABLED");
  return endpoint;
}

/** The kinds of events about an endpoint, by their fields in the proto. */
export type EndpointCase = Extract<Event["change"]["case"], `webhookEndpoint${string}`>;

/**
 * Returns a locked endpoint as callers see it, and appends events about it. The events lock the head of the
 * environment, which must be the last lock of a transaction.
 */
export async function appendEndpointEvents(
  tx: Tx,
  { id, gameId, test }: Pick<EndpointRow, "id" | "gameId" | "test">,
  origin: Origin,
  cases: readonly EndpointCase[],
): Promise<Endpoint> {
  const row = await findEndpoint(tx, gameId, id);
  if (row === undefined) throw new Error("a locked endpoint disappeared");
  const endpoint = toEndpoint(row);
  for (const change of cases)
    await appendEvent(tx, { gameId, test }, origin, { case: change, value: { endpoint } });
  return endpoint;
}
