import type pg from "pg";
import { accountBalances } from "./invariants/account-balances.ts";
import { accountFloors } from "./invariants/account-floors.ts";
import { checksOf, type Bounds } from "./invariants/bounds.ts";
import type { Check, Finding } from "./invariants/check.ts";
import { copiedRegistrations } from "./invariants/copied-registrations.ts";
import { countedStrata } from "./invariants/counted-strata.ts";
import { currencySums } from "./invariants/currency-sums.ts";
import { deadLetters } from "./invariants/dead-letters.ts";
import { disqualifiedEntries, heldDecisions } from "./invariants/decisions.ts";
import { entryCharges } from "./invariants/entry-charges.ts";
import { foldedStandings } from "./invariants/folded-standings.ts";
import { gaplessLogs } from "./invariants/gapless-logs.ts";
import { owners } from "./invariants/owners.ts";
import { paidSettlements } from "./invariants/paid-settlements.ts";
import { payoutTransfers } from "./invariants/payout-transfers.ts";
import { poolRemainders } from "./invariants/pool-remainders.ts";
import { prizePools } from "./invariants/prize-pools.ts";
import { rankedPlans } from "./invariants/ranked-plans.ts";
import { recordedAttempts } from "./invariants/recorded-attempts.ts";
import { rolledKeys } from "./invariants/rolled-keys.ts";
import { scheduledEnds } from "./invariants/scheduled-ends.ts";
import { sealedJournals } from "./invariants/sealed-journals.ts";
import { sealedHeads } from "./invariants/sealed-heads.ts";
import { seats } from "./invariants/seats.ts";
import { singlePayments } from "./invariants/single-payments.ts";
import { testClocks } from "./invariants/test-clocks.ts";
import { transferAccounts } from "./invariants/transfer-accounts.ts";
import { transferKinds } from "./invariants/transfer-kinds.ts";
import { visible } from "./visible.ts";

export type { Bounds } from "./invariants/bounds.ts";
export type { Finding } from "./invariants/check.ts";

/** Everything that always holds, whatever raced or crashed; the money first. */
const CHECKS: readonly Check[] = [
  accountBalances,
  currencySums,
  accountFloors,
  transferAccounts,
  transferKinds,
  sealedJournals,
  sealedHeads,
  poolRemainders,
  prizePools,
  copiedRegistrations,
  seats,
  singlePayments,
  entryCharges,
  recordedAttempts,
  foldedStandings,
  countedStrata,
  heldDecisions,
  disqualifiedEntries,
  rankedPlans,
  payoutTransfers,
  paidSettlements,
  scheduledEnds,
  gaplessLogs,
  owners,
  rolledKeys,
  testClocks,
  deadLetters,
];

/** What one check found. */
export interface CheckResult {
  promise: string;
  findings: readonly Finding[];
}

/**
 * Verifies all services' data against each other, as the database's administrator. Everything is
 * read in one snapshot, so it may run while the system is in use; nothing can be written. The
 * client must not be in a transaction.
 */
export async function checkInvariants(
  client: pg.ClientBase,
  bounds: Bounds = {},
  onResult: (result: CheckResult) => void = () => {},
): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  try {
    for (const check of [...CHECKS, ...checksOf(bounds)]) {
      const result = { promise: check.promise, findings: await check.run(client) };
      results.push(result);
      onResult(result);
    }
  } finally {
    // Nothing was written; when the connection is gone, what broke it is already on its way up.
    await client.query("ROLLBACK").catch(() => undefined);
  }
  return results;
}

const SHOWN = 20;

/** A check's result for people: its promise and, when broken, the rows that break it. */
export function describeCheck({ promise, findings }: CheckResult): string {
  if (findings.length === 0) return `ok    ${promise}`;
  const rows = findings
    .slice(0, SHOWN)
    .map((finding) => `        ${visible(JSON.stringify(finding, plain))}`);
  const more = findings.length > SHOWN ? [`        … and more`] : [];
  return [`FAIL  ${promise}`, ...rows, ...more].join("\n");
}

const plain = (_: string, value: unknown) => (typeof value === "bigint" ? value.toString() : value);
