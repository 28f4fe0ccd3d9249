import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { repository } from "../stack/paths.ts";

/** Runs the operator's audit on a database; rejects, with what it printed, when it fails. */
export async function audit(adminUrl: string): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(repository, "services/cli/src/main.ts"), "audit"],
    { env: { ...process.env, ADMIN_DATABASE_URL: adminUrl }, timeout: 60_000 },
  );
  return stdout;
}
