import { execFile, type ExecFileException } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { repository } from "@tms/stack/paths";

const LONGEST_MS = 60_000;

/** Runs the operator's audit on a database; rejects, with what it printed, when it fails. */
export async function audit(adminUrl: string): Promise<string> {
  const env = { ...process.env, ADMIN_DATABASE_URL: adminUrl };
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(repository, "services/cli/src/main.ts"), "audit"],
      { env, timeout: LONGEST_MS },
    );
    return stdout;
  } catch (error) {
    const { stdout = "", stderr = "", killed = false } = error as Partial<ExecFileException>;
    const why = killed ? `no end within ${LONGEST_MS} ms` : "it failed";
    throw new Error(`${why}:\n${String(stdout)}${String(stderr)}`, { cause: error });
  }
}
