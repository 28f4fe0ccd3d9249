import type pg from "pg";

/** The Postgres server cannot hold this product; its message is for the operator as it is. */
export class UnfitServerError extends Error {
  override readonly name = "UnfitServerError";
}

const OLDEST = 15;

/** Checks the version of the server and the encoding of the database. Throws UnfitServerError. */
export async function requireFitServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: string; major: number; encoding: string }>(
    `SELECT current_setting('server_version') AS version,
       current_setting('server_version_num')::integer / 10000 AS major,
       current_setting('server_encoding') AS encoding`,
  );
  const [server] = rows;
  if (server === undefined) throw new Error("Postgres did not return its version");
  const { version, major, encoding } = server;
  if (major < OLDEST)
    throw new UnfitServerError(
      `Postgres ${version} is not supported. Use Postgres ${OLDEST} or later.`,
    );
  if (encoding !== "UTF8")
    throw new UnfitServerError(
      `The database has the encoding ${encoding}. Create a database with ENCODING 'UTF8'.`,
    );
}
