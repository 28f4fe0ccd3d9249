import { SESSION_SETTINGS } from "@tms/kit/database/pool";
import pg from "pg";

const CONNECT_TIMEOUT_MS = 10_000;

/** The database cannot be reached, or went away; its message is for the operator as it is. */
export class DatabaseAwayError extends Error {
  override name = "DatabaseAwayError";
}

/** Runs work on a connection of its own as the database's administrator. */
export async function withAdmin<T>(
  adminUrl: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: adminUrl,
    application_name: "tms",
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    options: SESSION_SETTINGS,
  });
  let lost: Error | undefined;
  // Without a listener a connection that breaks would end the process with a stack.
  client.on("error", (error) => void (lost = error));
  try {
    await client.connect();
  } catch (error) {
    throw away(adminUrl, "cannot be reached", error);
  }
  try {
    return await work(client);
  } catch (error) {
    throw lost === undefined ? error : away(adminUrl, "closed the connection", lost);
  } finally {
    await client.end().catch(() => undefined);
  }
}

function away(adminUrl: string, what: string, cause: unknown): DatabaseAwayError {
  // The address without the password.
  const { host, pathname } = new URL(adminUrl);
  const reason = cause instanceof Error ? cause.message || codeOf(cause) : String(cause);
  return new DatabaseAwayError(`Postgres at ${host}${pathname} ${what}: ${reason}`, { cause });
}

// A host with several addresses fails with several errors and no message.
const codeOf = (error: Error): string =>
  "code" in error && typeof error.code === "string" ? error.code : "unknown reason";
