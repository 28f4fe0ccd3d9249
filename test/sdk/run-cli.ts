import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { repository } from "@tms/stack/paths";

/** The command line of integrators. */
export const MAIN = join(repository, "sdk/src/cli/main.ts");

/** What a command left. */
export interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

/** The environment of somebody whose files lie in a folder, with nothing of this process's own. */
export const environmentIn = (
  folder: string,
  settings: Record<string, string> = {},
): NodeJS.ProcessEnv => ({ PATH: process.env["PATH"], HOME: folder, ...settings });

/** Runs the command line as an integrator does, to its end. */
export const runCli = (env: NodeJS.ProcessEnv, ...words: string[]): Promise<Ran> =>
  runFile(MAIN, env, words);

/** Runs a command as `pnpm tms` in a checkout does, to its end. */
export const runInCheckout = (env: NodeJS.ProcessEnv, ...words: string[]): Promise<Ran> =>
  runFile(join(repository, "stack/src/tms.ts"), env, words);

async function runFile(file: string, env: NodeJS.ProcessEnv, words: string[]): Promise<Ran> {
  try {
    const result = await promisify(execFile)(process.execPath, [file, ...words], { env });
    return { code: 0, ...result };
  } catch (error) {
    const { code, stdout, stderr } = error as Ran;
    return { code, stdout, stderr };
  }
}
