import pg from "pg";
import { checkInvariants, type CheckResult } from "./invariants.ts";

/** What an audit came to. */
export interface AuditReport {
  clean: boolean;
  checks: number;
  failed: number;
  transfers: bigint;
}

const CONNECT_TIMEOUT_MS = 10_000;

/** Verifies the data of all services against each other, on a connection of its own. */
export async function audit(
  adminUrl: string,
  onResult: (result: CheckResult) => void = () => {},
): Promise<AuditReport> {
  const client = new pg.Client({
    connectionString: adminUrl,
    application_name: "tms-audit",
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  await client.connect();
  try {
    const results = await checkInvariants(client, {}, onResult);
    const failed = results.filter(({ findings }) => findings.length > 0).length;
    const { rows } = await client.query<{ count: string }>(
      `SELECT count(*)::text AS count FROM wallet.transfer`,
    );
    const transfers = BigInt(rows[0]?.count ?? 0);
    return { clean: failed === 0, checks: results.length, failed, transfers };
  } finally {
    await client.end();
  }
}
