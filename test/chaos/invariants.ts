import { audit } from "@tms/cli/audit";
import type { World } from "./world.ts";

/** Everything that the invariants of money and seats find broken now, a sentence each. */
export async function brokenInvariants(world: World): Promise<string[]> {
  return await world.admin(async () => {
    const broken: string[] = [];
    await audit(world.servers.adminUrl, ({ promise, findings }) => {
      if (findings.length > 0) broken.push(`${promise}: ${text(findings)}`);
    });
    return broken;
  });
}

const text = (findings: unknown) =>
  JSON.stringify(findings, (_, value: unknown) =>
    typeof value === "bigint" ? String(value) : value,
  );
