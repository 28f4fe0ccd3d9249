import type { Context, EndpointRpcs } from "../context.ts";
import { listEndpoints as listAll } from "../db/endpoints.ts";
import { endpointMessage } from "../messages.ts";

/** Lists an environment's endpoints. */
export const listEndpoints =
  ({ db }: Context): EndpointRpcs["listEndpoints"] =>
  async ({ gameId }) => {
    const rows = await listAll(db, gameId);
    return { endpoints: rows.map((row) => endpointMessage(row)) };
  };
