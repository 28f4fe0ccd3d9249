import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { makeScratch } from "@tms/stack/testing/scratch";
import { repository } from "@tms/stack/paths";

const run = promisify(execFile);

const MAX_MS = 120_000;

/**
 * Runs lines as if somebody pasted them into a shell that knows nothing yet, in some folder, and
 * answers with what they print. The first that fails ends it, as does a variable that nothing set
 * and a request that is refused.
 */
export async function paste(script: string, folder: string): Promise<string> {
  const { folder: tools, remove } = await makeScratch("tools");
  try {
    await writeTools(tools);
    const env = {
      PATH: `${tools}:${process.env["PATH"]}`,
      HOME: folder,
      CURL_HOME: tools,
    };
    const options = { cwd: folder, env, timeout: MAX_MS };
    return (await run("sh", ["-euc", script], options)).stdout;
  } finally {
    await remove();
  }
}

async function writeTools(folder: string): Promise<void> {
  await writeProgram(join(folder, "node"), `exec "${process.execPath}" "$@"`);
  await writeFile(join(folder, ".curlrc"), "fail\n");
  if (!(await hasCurl()))
    await writeProgram(
      join(folder, "curl"),
      `exec "${process.execPath}" "${join(import.meta.dirname, "curl.ts")}" "$@"`,
    );
  // The very pnpm is there already. Its commands run in the checkout, but the running start is that of
  // the pasting folder.
  await writeProgram(
    join(folder, "npx"),
    `[ "$1 $2" = "-y pnpm@12.21.0" ] || exit 1
shift 2
export TMS_DATA_DIR="$PWD/.data"
cd "${repository}"
exec pnpm "$@"`,
  );
}

const writeProgram = (file: string, text: string) =>
  writeFile(file, `#!/bin/sh\n${text}\n`, { mode: 0o755 });

const hasCurl = () =>
  run("curl", ["--version"]).then(
    () => true,
    () => false,
  );
