import pg from "pg";
import type { Check, Finding } from "./audit/check.ts";
import { accountBalances } from "./audit/account-balances.ts";
import { accountFloors } from "./audit/account-floors.ts";
import { currencySums } from "./audit/currency-sums.ts";
import { entryCharges } from "./audit/entry-charges.ts";
import { paidSettlements } from "./audit/paid-settlements.ts";
import { payoutTransfers } from "./audit/payout-transfers.ts";
import { prizePools } from "./audit/prize-pools.ts";
import { seats } from "./audit/seats.ts";
import { transferAccounts } from "./audit/transfer-accounts.ts";

const CHECKS: readonly Check[] = [
  accountBalances,
  currencySums,
  accountFloors,
  transferAccounts,
  seats,
  entryCharges,
  prizePools,
  payoutTransfers,
  paidSettlements,
];

/** What one check found. */
export interface CheckResult {
  promise: string;
  findings: readonly Finding[];
}

/** What an audit came to. */
export interface AuditReport {
  clean: boolean;
  checks: number;
  failed: number;
  transfers: bigint;
}

/**
 * Verifies the money of all services against each other. Everything is read in one snapshot,
 * so it may run while the system is in use; nothing can be written.
 */
export async function audit(
  adminUrl: string,
  onResult: (result: CheckResult) => void = () => {},
): Promise<AuditReport> {
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.INT8, BigInt);
  const client = new pg.Client({
    connectionString: adminUrl,
    application_name: "tms-audit",
    types,
  });
  await client.connect();
  try {
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    let failed = 0;
    for (const check of CHECKS) {
      const findings = await check.run(client);
      if (findings.length > 0) failed++;
      onResult({ promise: check.promise, findings });
    }
    const { rows } = await client.query<{ count: bigint }>(
      `SELECT count(*) AS count FROM wallet.transfer`,
    );
    const transfers = rows[0]?.count ?? 0n;
    return { clean: failed === 0, checks: CHECKS.length, failed, transfers };
  } finally {
    await client.end();
  }
}

const SHOWN = 20;

/** A check's result for people: its promise and, when broken, the rows that break it. */
export function describeCheck({ promise, findings }: CheckResult): string {
  if (findings.length === 0) return `ok    ${promise}`;
  const rows = findings
    .slice(0, SHOWN)
    .map((finding) => `        ${JSON.stringify(finding, plain)}`);
  const more = findings.length > SHOWN ? [`        … and more`] : [];
  return [`FAIL  ${promise}`, ...rows, ...more].join("\n");
}

const plain = (_: string, value: unknown) => (typeof value === "bigint" ? value.toString() : value);
