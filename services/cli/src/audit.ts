import { withAdmin } from "./admin.ts";
import { checkInvariants, type CheckResult } from "./invariants.ts";

/** What an audit came to. */
export interface AuditReport {
  clean: boolean;
  checks: number;
  failed: number;
  transfers: bigint;
}

/** Verifies the data of all services against each other, on a connection of its own. */
export async function audit(
  adminUrl: string,
  onResult: (result: CheckResult) => void = () => {},
): Promise<AuditReport> {
  return await withAdmin(adminUrl, async (client) => {
    const results = await checkInvariants(client, {}, onResult);
    const failed = results.filter(({ findings }) => findings.length > 0).length;
    const { rows } = await client.query<{ count: string }>(
      `SELECT count(*)::text AS count FROM wallet.transfer`,
    );
    const transfers = BigInt(rows[0]?.count ?? 0);
    return { clean: failed === 0, checks: results.length, failed, transfers };
  });
}
