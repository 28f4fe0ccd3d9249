import type { Tx } from "@tms/kit/database/handle";
import { lockEndpoint, type WholeEndpoint } from "../db/endpoints.ts";
import { endpointDisabled, endpointNotFound } from "../errors.ts";

/** An environment's endpoint under lock. Throws ENDPOINT_NOT_FOUND. */
export async function lockKnown(
  tx: Tx,
  { gameId, endpointId }: { gameId: string; endpointId: string },
): Promise<WholeEndpoint> {
  const endpoint = await lockEndpoint(tx, gameId, endpointId);
  if (endpoint === undefined) throw endpointNotFound();
  return endpoint;
}

/** Locks an endpoint to which events are sent. Throws ENDPOINT_DISABLED as well. */
export async function lockEnabled(
  tx: Tx,
  request: { gameId: string; endpointId: string },
): Promise<WholeEndpoint> {
  const endpoint = await lockKnown(tx, request);
  if (endpoint.disabledReason !== null) throw endpointDisabled();
  return endpoint;
}
