import { audit as runAudit, describeCheck } from "@tms/cli/invariants";

/** Runs the operator's audit on a database; throws what it finds. */
export async function audit(adminUrl: string): Promise<void> {
  const findings: string[] = [];
  const { clean } = await runAudit(adminUrl, (result) => {
    if (result.findings.length > 0) findings.push(describeCheck(result));
  });
  if (!clean) throw new Error(`the audit failed:\n${findings.join("\n")}`);
}
