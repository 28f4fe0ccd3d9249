import { join } from "node:path";
import { buildOnce } from "@tms/stack/pages";
import { repository } from "@tms/stack/paths";
import { mainOf, type ProcessName } from "@tms/stack/system/system";

const FOLDER_VARIABLE = "TMS_TEST_PROGRAMS";

/** Makes one file of each process; returns the environment by which suites run these. */
export async function buildPrograms(): Promise<Record<string, string>> {
  const folder = "test/programs";
  await buildOnce({ folder, sources: ["services", "gateway/src", "proto/gen"] });
  return { [FOLDER_VARIABLE]: join(repository, folder, "dist") };
}

/** What to run as a process: the one file made of it, or its sources where none was made. */
export function programOf(name: ProcessName): string {
  const folder = process.env[FOLDER_VARIABLE];
  return folder === undefined ? mainOf(name) : join(folder, `${name}.js`);
}
