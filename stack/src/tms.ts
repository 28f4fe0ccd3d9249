import { readFile } from "node:fs/promises";
import { parseEnv } from "node:util";
import { integratorOverview, isIntegratorCommand, run } from "@tms/sdk/cli";
import { dataDir, settingsFile } from "./paths.ts";

// `pnpm tms …`: the operators' commands, and those of a game's developers. The latter speak to the
// gateway alone, as whoever is signed in, so they are given nothing of what operators hold.

const words = process.argv.slice(2);
const [first = ""] = words;
const asked = first === "help" ? (words[1] ?? "") : first;

// Operators name the game; developers are in one.
const isForOperators = asked === "clock" && words.some((word) => /^--game(=|$)/.test(word));

if (isIntegratorCommand(asked) && !isForOperators)
  process.exitCode = await run(words, { TMS_BASE_URL: await localUrl(), ...process.env });
else {
  if (["", "help", "--help", "-h"].includes(asked)) {
    const say = asked === "" ? console.error : console.log;
    say(`${integratorOverview()}\n\nFor operators:\n`);
  }
  await import("./settings-env.ts");
  await import("@tms/cli/main");
}

/** Where the running stack is. Of its settings nothing else is for developers of games. */
async function localUrl(): Promise<string | undefined> {
  const text = await readFile(settingsFile(dataDir()), "utf8").catch(() => "");
  return parseEnv(text)["TMS_BASE_URL"];
}
