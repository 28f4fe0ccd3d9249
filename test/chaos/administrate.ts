import pg from "pg";
import { until } from "@tms/stack/until";

const PATIENCE_MS = 60_000;

/**
 * Works on the database as its administrator. Waits while the server is down, and begins anew when
 * it is killed meanwhile: so the work must be one that may be repeated.
 */
export async function administrate<T>(
  adminUrl: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const done = await until(() => attempt(adminUrl, work), {
    timeoutMs: PATIENCE_MS,
    everyMs: 50,
    what: "a connection to Postgres",
  });
  return done.result;
}

async function attempt<T>(
  adminUrl: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<{ result: T } | null> {
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.INT8, BigInt);
  const client = new pg.Client({ connectionString: adminUrl, types });
  // A statement reports itself that its connection broke.
  client.on("error", () => undefined);
  try {
    await client.connect();
    return { result: await work(client) };
  } catch (error) {
    if (isRefusal(error)) throw error;
    return null;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Class 57 is a server that is shutting down, starting, or ending the session. */
const isRefusal = (error: unknown) =>
  error instanceof pg.DatabaseError && !(error.code ?? "").startsWith("57");
