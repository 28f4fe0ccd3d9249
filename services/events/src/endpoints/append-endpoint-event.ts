import type { Tx } from "@tms/kit/database/handle";
import type { Origin } from "@tms/kit/rpc/origin";
import type { Endpoint } from "@tms/proto/tms/event/v1/endpoint";
import { findEndpoint } from "../db/endpoints.ts";
import { appendEvent, type Appended, type Environment } from "../intake/append.ts";
import { endpointMessage } from "../messages.ts";

/** What can happen to an endpoint, as the proto of events names it. */
export type EndpointCase =
  | "webhookEndpointCreated"
  | "webhookEndpointUpdated"
  | "webhookEndpointRolled"
  | "webhookEndpointRevealed"
  | "webhookEndpointDisabled"
  | "webhookEndpointEnabled"
  | "webhookEndpointRemoved";

/** Who does something to an endpoint, and in which environment. */
export interface Doing {
  environment: Environment;
  origin: Origin;
}

/** An endpoint as it stands now. */
export async function present(tx: Tx, gameId: string, id: string): Promise<Endpoint> {
  const row = await findEndpoint(tx, gameId, id);
  if (row === undefined) throw new Error("a locked endpoint disappeared");
  return endpointMessage(row);
}

/** Tells, in the transaction of the change, what happened to an endpoint. */
export const appendEndpointEvent = (
  tx: Tx,
  { environment, origin }: Doing,
  change: EndpointCase,
  endpoint: Endpoint,
): Promise<Appended> => appendEvent(tx, environment, origin, { case: change, value: { endpoint } });
