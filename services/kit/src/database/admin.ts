import { createHmac } from "node:crypto";
import pg from "pg";

export async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

export function withDatabase(url: string, database: string): string {
  const result = new URL(url);
  result.pathname = `/${database}`;
  return result.href;
}

/** Returns a service's URL for development and tests, with a password derived from the administrator's. */
export function serviceUrl(adminUrl: string, service: string): string {
  const url = new URL(adminUrl);
  const role = `tms_${service}`;
  url.password = createHmac("sha256", url.password).update(role).digest("base64url");
  url.username = role;
  return url.href;
}
