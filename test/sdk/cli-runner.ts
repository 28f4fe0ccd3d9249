import { writeSync } from "node:fs";
import { run } from "../../sdk/src/cli/cli.ts";

/** A command line, and the environment of its shell. */
export interface CommandLine {
  words: string[];
  env: NodeJS.ProcessEnv;
}

// Runs command lines one after another, each as a process of its own would. A NUL ends the output of
// each, for the command line itself never prints one.
process.on("message", (line: CommandLine) => void runOne(line));

async function runOne({ words, env }: CommandLine): Promise<void> {
  const code = await run(words, env);
  for (const output of [1, 2]) writeSync(output, "\0");
  process.send?.(code);
}
