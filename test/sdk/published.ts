import { execFile } from "node:child_process";
import { mkdir, realpath, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { packSdk } from "@tms/sdk-build/pack";
import { repository } from "@tms/stack/paths";

const run = promisify(execFile);

/** A project that has the SDK as its users have it. */
export interface Project {
  folder: string;
  /** Where the package lies in it. */
  sdk: string;
  archive: string;
}

/** Packs the SDK and unpacks it into a new project, with the one package that it needs. */
export async function projectWithSdk(folder: string): Promise<Project> {
  const archive = await packSdk(join(folder, "packed"));
  const sdk = join(folder, "node_modules/@tms/sdk");
  await mkdir(sdk, { recursive: true });
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  await run("tar", ["-xzf", archive, "-C", sdk, "--strip-components=1"]);
  const dependency = join(repository, "sdk/node_modules/openapi-fetch");
  await symlink(await realpath(dependency), join(folder, "node_modules/openapi-fetch"));
  return { folder, sdk, archive };
}
