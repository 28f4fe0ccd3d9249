import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { TEST_TOKEN } from "@tms/kit/testing/serve";

const MAIN = fileURLToPath(new URL("../src/main.ts", import.meta.url));

/** What a command left. */
export interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs the command line as an operator does, with all services at one address. */
export async function runTms(url: string, args: readonly string[]): Promise<Ran> {
  const addresses = { GAME_URL: url, SETTLEMENT_URL: url, IDENTITY_URL: url };
  const env = { ...process.env, ...addresses, CALLER_TOKEN: TEST_TOKEN };
  try {
    const result = await promisify(execFile)(process.execPath, [MAIN, ...args], { env });
    return { code: 0, ...result };
  } catch (error) {
    const { code, stdout, stderr } = error as Ran;
    return { code, stdout, stderr };
  }
}
