import pg from "pg";
import { withAdmin } from "./admin.ts";
import { boundChecks, type Bounds } from "./invariants/bounds.ts";
import { entryChecks } from "./invariants/entries.ts";
import { environmentChecks } from "./invariants/environments.ts";
import { ledgerChecks } from "./invariants/ledger.ts";
import { scoreChecks } from "./invariants/scores.ts";
import { settlementChecks } from "./invariants/settlements.ts";
import { visible } from "./texts.ts";

export type { Bounds } from "./invariants/bounds.ts";

/** The invariants that always hold, even during races and crashes, in the order of the report. */
const CHECKS = {
  ...ledgerChecks,
  ...entryChecks,
  ...scoreChecks,
  ...settlementChecks,
  ...environmentChecks,
};

// One more than the report shows.
const MAX_FINDINGS = 21;

// Reads each bigint column as a BigInt, because a number would round large amounts.
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, BigInt);

type Finding = Readonly<Record<string, unknown>>;

export interface CheckResult {
  promise: string;
  findings: readonly Finding[];
}

/**
 * Compares the data of all services as the database's administrator. Reads one snapshot and writes nothing,
 * so it can run while the system is in use. The client must not be in a transaction.
 */
export async function checkInvariants(
  client: pg.ClientBase,
  bounds: Bounds = {},
  onResult: (result: CheckResult) => void = () => {},
): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  try {
    for (const [promise, sql] of Object.entries({ ...CHECKS, ...boundChecks(bounds) })) {
      const query = { text: `${sql} LIMIT ${MAX_FINDINGS}`, types };
      const result = { promise, findings: (await client.query<Finding>(query)).rows };
      results.push(result);
      onResult(result);
    }
  } finally {
    // A lost connection has already thrown its error.
    await client.query("ROLLBACK").catch(() => undefined);
  }
  return results;
}

const SHOWN = 20;

export function describeCheck({ promise, findings }: CheckResult): string {
  if (findings.length === 0) return `ok    ${promise}`;
  const rows = findings
    .slice(0, SHOWN)
    .map((finding) => `        ${visible(JSON.stringify(finding, plain))}`);
  const more = findings.length > SHOWN ? [`        … and more`] : [];
  return [`FAIL  ${promise}`, ...rows, ...more].join("\n");
}

const plain = (_: string, value: unknown) => (typeof value === "bigint" ? value.toString() : value);

export const audit = (adminUrl: string, onResult?: (result: CheckResult) => void) =>
  withAdmin(adminUrl, async (client) => {
    const results = await checkInvariants(client, {}, onResult);
    const failed = results.filter(({ findings }) => findings.length > 0).length;
    const { rows } = await client.query<{ count: string }>(
      `SELECT count(*)::text AS count FROM wallet.transfer`,
    );
    const transfers = BigInt(rows[0]?.count ?? 0);
    return { clean: failed === 0, checks: results.length, failed, transfers };
  });
