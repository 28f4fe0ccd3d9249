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

/**
 * The URL of a service's own role on an administrator's server. The role's password is derived from
 * the administrator's and stored nowhere: for a developer's machine and the tests, where one hand
 * holds everything.
 */
export function serviceUrl(adminUrl: string, service: string): string {
  const url = new URL(adminUrl);
  const role = `tms_${service}`;
  url.password = createHmac("sha256", url.password).update(role).digest("base64url");
  url.username = role;
  return url.href;
}
