import { readEnv } from "@tms/kit/process/config";
import type { Command } from "commander";
import { POSTGRES_PROTOCOLS } from "../services.ts";

/** `tms audit`: everything recomputed; exit code 1 when anything is off. */
export function addAudit(program: Command): void {
  program
    .command("audit")
    .description("recompute all balances, and compare the ledger with entries and settlements")
    .action(runAudit);
}

async function runAudit(): Promise<void> {
  const env = readEnv();
  const adminUrl = env.url("ADMIN_DATABASE_URL", POSTGRES_PROTOCOLS);
  env.done();
  const [{ audit }, { describeCheck }] = await Promise.all([
    import("../audit.ts"),
    import("../invariants.ts"),
  ]);
  const report = await audit(adminUrl, (result) => console.log(describeCheck(result)));
  if (report.clean) {
    console.log(`The audit is clean: ${report.checks} checks, ${report.transfers} transfers.`);
    return;
  }
  console.log(`THE AUDIT FAILED: ${report.failed} of ${report.checks} checks.`);
  process.exitCode = 1;
}
