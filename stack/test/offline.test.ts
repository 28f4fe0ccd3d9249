import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { repository } from "../src/paths.ts";
import { freePort } from "../src/process/ports.ts";

const PNPM = ["-y", "pnpm@12.21.0", "--version"];

// npm itself would wait 10 s before it asks again, and another 60 s before it does so once more.
const PATIENCE_MS = 50_000;

/** Whether npx has that pnpm already, as it does where it started these tests. */
const isHere = await npx(["--offline", ...PNPM]).then(
  () => true,
  () => false,
);

it.runIf(isHere)("starts by npx without a network", { timeout: PATIENCE_MS + 10_000 }, async () => {
  const nobody = `http://127.0.0.1:${await freePort()}`;
  const { stdout } = await npx(PNPM, { HTTP_PROXY: nobody, HTTPS_PROXY: nobody });
  expect(stdout.trim()).toBe("12.21.0");
});

function npx(args: readonly string[], proxies: NodeJS.ProcessEnv = {}) {
  const variables = Object.entries(process.env).filter(
    // npx and pnpm hand their scripts variables that name this checkout's settings.
    ([name]) => !/^(npm_|no_proxy|https?_proxy)/i.test(name),
  );
  const env = { ...Object.fromEntries(variables), ...proxies };
  return promisify(execFile)("npx", args, { cwd: repository, env, timeout: PATIENCE_MS });
}
