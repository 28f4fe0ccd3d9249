import { readEnv } from "@tms/kit/process/config";
import type { Command } from "commander";
import { POSTGRES_PROTOCOLS } from "../services.ts";

/** Adds `tms audit`. */
export function addAudit(program: Command): void {
  program
    .command("audit")
    .summary("recompute all balances, and compare the ledger with entries and settlements")
    .description(
      "recompute all balances, and compare the ledger with entries and settlements; exits with 1 if it finds a contradiction, or a dead settlement, message or mail",
    )
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
