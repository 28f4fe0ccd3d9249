import pg from "pg";
import type { Db } from "./handle.ts";

/**
 * A connection of its own, with the settings of the pool's, for what must not share one: locks that last,
 * and listening. It connects when it is told to. `more` are further settings of the server.
 */
export function ownConnection({ $client: { options } }: Db, more = ""): pg.Client {
  const { connectionString, options: settings = "", ...others } = options;
  return new pg.Client({
    ...others,
    ...(connectionString !== undefined && { connectionString }),
    options: `${settings} ${more}`.trim(),
  });
}
