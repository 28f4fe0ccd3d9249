import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { makeScratch } from "@tms/stack/testing/scratch";
import { gameOf, newCaller, type Caller } from "../harness/team.ts";
import type { GameBody } from "../harness/bodies.ts";
import { environmentIn, MAIN, runCli, type Ran } from "./run-cli.ts";

/** Somebody with a game, who has signed a command line in. */
export interface SignedIn {
  owner: Caller;
  environments: GameBody["environments"];
  /** Their home. */
  folder: string;
  credentialsFile: string;
  /** The environment of their shell. */
  environment(settings?: Record<string, string>): NodeJS.ProcessEnv;
  /** Runs a command to its end. */
  tms(...words: string[]): Promise<Ran>;
  /** The one document that a command prints when it succeeds. */
  json(...words: string[]): Promise<Record<string, unknown>>;
  remove(): Promise<void>;
}

/** Signs somebody in as they do it: the code is entered in a browser. */
export async function signIn(baseUrl: string): Promise<SignedIn> {
  const { folder, remove } = await makeScratch("sdk-cli");
  const environment = (settings: Record<string, string> = {}) => environmentIn(folder, settings);
  const owner = await newCaller(baseUrl);
  const { environments } = await gameOf(owner);
  await login(baseUrl, owner, environment());
  const tms = (...words: string[]) => runCli(environment(), ...words);
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
    remove,
  };
}

async function login(baseUrl: string, owner: Caller, env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(process.execPath, [MAIN, "login", baseUrl, "--json"], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  let isApproved = false;
  for await (const line of createInterface(child.stdout)) {
    if (isApproved) continue;
    const { userCode } = JSON.parse(line) as { userCode: string };
    const { status } = await owner.send("POST", "/auth/device/approve", { userCode });
    if (status !== 200) throw new Error(`the code's approval was answered with ${status}`);
    isApproved = true;
  }
  const [code] = (await exited) as [number | null];
  if (code !== 0) throw new Error(`login ended with ${code}`);
}
