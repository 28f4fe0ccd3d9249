import { SESSION_SETTINGS } from "@tms/kit/database/pool";
import pg from "pg";
import { OperatorError } from "./texts.ts";

const CONNECT_TIMEOUT_MS = 10_000;

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
  // Without a listener, a broken connection would end the process with a stack trace.
  client.on("error", (error) => void (lost = error));
  try {
    await client.connect();
  } catch (error) {
    throw connectionError(adminUrl, "cannot be reached", error);
  }
  try {
    return await work(client);
  } catch (error) {
    throw lost === undefined ? error : connectionError(adminUrl, "closed the connection", lost);
  } finally {
    await client.end().catch(() => undefined);
  }
}

function connectionError(adminUrl: string, fault: string, cause: unknown): OperatorError {
  // The message must not contain the password of the URL.
  const { host, pathname } = new URL(adminUrl);
  const reason = cause instanceof Error ? cause.message || codeOf(cause) : String(cause);
  return new OperatorError(`Postgres at ${host}${pathname} ${fault}: ${reason}`, { cause });
}

// If a host has several addresses, the error of a failed connection has a code but no message.
const codeOf = (error: Error): string =>
  "code" in error && typeof error.code === "string" ? error.code : "unknown reason";
