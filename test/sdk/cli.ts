import { execFile, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { repository } from "@tms/stack/paths";
import { until } from "@tms/stack/until";
import { makeScratch } from "@tms/stack/testing/scratch";
import type { GameBody } from "../harness/bodies.ts";
import { gameOf, newCaller, type Caller } from "../harness/team.ts";
import { onTestFinished } from "vitest";
import { sdkTest } from "./sdk.ts";
import type { CommandLine } from "./cli-runner.ts";

export { describe, expect } from "vitest";

/** The command line of integrators. */
const MAIN = join(repository, "sdk/src/cli/main.ts");

/** What a command left. */
export interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

/** The environment of a person whose files lie in a folder, with nothing of this process's own. */
export const environmentIn = (
  folder: string,
  settings: Record<string, string> = {},
): NodeJS.ProcessEnv => ({ PATH: process.env["PATH"], HOME: folder, ...settings });

/** Runs the command line in a process of its own, to its end. */
export const runCli = (env: NodeJS.ProcessEnv, ...words: string[]): Promise<Ran> =>
  runFile(MAIN, env, words);

async function runFile(file: string, env: NodeJS.ProcessEnv, words: string[]): Promise<Ran> {
  try {
    const result = await promisify(execFile)(process.execPath, [file, ...words], { env });
    return { code: 0, ...result };
  } catch (error) {
    const { code, stdout, stderr } = error as Ran;
    return { code, stdout, stderr };
  }
}

/** Starts a command that goes on until Ctrl-C, and reads the lines that it prints. */
function follow(env: NodeJS.ProcessEnv, words: string[]) {
  const child = spawn(process.execPath, [MAIN, ...words], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return {
    exited: exited as Promise<[number | null, string | null]>,
    line: async () => String((await lines.next()).value),
    async interrupt() {
      child.kill("SIGINT");
      return (await exited) as [number | null, string | null];
    },
  };
}

/** Starts a process that runs one command line after another, which saves the start of each. */
function startRunner() {
  const child = fork(join(import.meta.dirname, "cli-runner.ts"), { silent: true, env: {} });
  const texts = ["", ""];
  [child.stdout, child.stderr].forEach((stream, index) =>
    stream?.setEncoding("utf8").on("data", (text: string) => (texts[index] += text)),
  );
  async function runOne(line: CommandLine): Promise<Ran> {
    texts.fill("");
    const answered = once(child, "message") as Promise<[number]>;
    child.send(line);
    const [code] = await answered;
    while (!texts.every((text) => text.endsWith("\0")))
      await Promise.race([once(child.stdout!, "data"), once(child.stderr!, "data")]);
    const [stdout = "", stderr = ""] = texts.map((text) => text.slice(0, -1));
    return { code, stdout, stderr };
  }
  let last: Promise<unknown> = Promise.resolve();
  return {
    run(env: NodeJS.ProcessEnv, ...words: string[]): Promise<Ran> {
      const next = last.then(() => runOne({ words, env }));
      last = next.catch(() => undefined);
      return next;
    },
    async stop() {
      const exited = once(child, "exit");
      child.kill();
      await exited;
    },
  };
}

/** A person with a game, who has signed a command line in. */
export interface SignedIn {
  owner: Caller;
  environments: GameBody["environments"];
  /** The person's home. */
  folder: string;
  credentialsFile: string;
  /** The environment of the person's shell. */
  environment(settings?: Record<string, string>): NodeJS.ProcessEnv;
  /** Runs a command to its end. */
  tms(...words: string[]): Promise<Ran>;
  /** Returns the one document that a command prints when it succeeds. */
  json(...words: string[]): Promise<Record<string, unknown>>;
  /** Starts a command that goes on until Ctrl-C. */
  follow(...words: string[]): ReturnType<typeof follow>;
}

async function newOwner(baseUrl: string) {
  const owner = await newCaller(baseUrl);
  const { environments } = await gameOf(owner);
  return { owner, environments };
}

/** Signs a person in as people do it: the code is entered in a browser. */
async function login(baseUrl: string, owner: Caller, env: NodeJS.ProcessEnv): Promise<void> {
  const child = follow(env, ["login", baseUrl, "--json"]);
  const { userCode } = JSON.parse(await child.line()) as { userCode: string };
  const { status } = await owner.send("POST", "/auth/device/approve", { userCode });
  if (status !== 200) throw new Error(`the code's approval was answered with ${status}`);
  const [code] = await child.exited;
  if (code !== 0) throw new Error(`login ended with ${code}`);
}

/**
 * A test of the command line.
 *
 * - `run`: runs a command line in an environment.
 * - `cli`: a person who has signed in, for all tests of a file.
 */
export const test = sdkTest
  .extend("run", { scope: "worker" }, async ({}, { onCleanup }) => {
    const runner = startRunner();
    onCleanup(() => runner.stop());
    return runner.run;
  })
  .extend("cli", { scope: "file" }, async ({ live, run }, { onCleanup }): Promise<SignedIn> => {
    const { folder, remove } = await makeScratch("sdk-cli");
    onCleanup(remove);
    const environment = (settings: Record<string, string> = {}) => environmentIn(folder, settings);
    const { owner, environments } = await until(
      () => newOwner(live.gateway.url).catch(() => undefined),
      // A busy machine refuses the first sign-ups of a new system.
      { timeoutMs: 120_000, everyMs: 200, what: "the sign-up" },
    );
    await login(live.gateway.url, owner, environment());
    const tms = (...words: string[]) => run(environment(), ...words);
    return {
      owner,
      environments,
      folder,
      credentialsFile: join(folder, ".config/tms/credentials.json"),
      environment,
      tms,
      async json(...words) {
        const { code, stdout, stderr } = await tms(...words, "--json");
        if (code !== 0 || stderr !== "" || !/^[^\n]+\n$/.test(stdout))
          throw new Error(`${words.join(" ")} ended with ${code}: ${stdout}${stderr}`);
        return JSON.parse(stdout) as Record<string, unknown>;
      },
      follow(...words) {
        const following = follow(environment(), words);
        onTestFinished(async () => void (await following.interrupt()));
        return following;
      },
    };
  });
