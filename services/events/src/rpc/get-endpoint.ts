import type { Context, EndpointRpcs } from "../context.ts";
import { countAttemptsOfDay } from "../db/deliveries.ts";
import { findEndpoint } from "../db/endpoints.ts";
import { endpointNotFound } from "../errors.ts";
import { endpointMessage } from "../messages.ts";

/** Reads one endpoint. */
export const getEndpoint =
  ({ db }: Context): EndpointRpcs["getEndpoint"] =>
  async ({ gameId, endpointId }) => {
    const row = await findEndpoint(db, gameId, endpointId);
    if (row === undefined) throw endpointNotFound();
    return { endpoint: endpointMessage(row, await countAttemptsOfDay(db, endpointId)) };
  };
