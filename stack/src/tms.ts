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

if (isIntegratorCommand(asked) && !isForOperators) {
  const local = await localSettings();
  process.exitCode = await run(words, environmentBeside(local), local["TMS_BASE_URL"]);
} else {
  if (["", "help", "--help", "-h"].includes(asked)) {
    const say = asked === "" ? console.error : console.log;
    say(`${integratorOverview()}\n\nCommands for operators:\n`);
  }
  await import("./settings-env.ts");
  await import("@tms/cli/main");
}

/** What the running stack says of itself; nothing where none has run. */
async function localSettings(): Promise<NodeJS.ProcessEnv> {
  const text = await readFile(settingsFile(dataDir()), "utf8").catch(() => "");
  return parseEnv(text);
}

/**
 * The environment of a game's developers. The running stack's own key and game belong there, also
 * where somebody has signed in elsewhere since.
 */
function environmentBeside(local: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { env } = process;
  const isOfStack = ["TMS_API_KEY", "TMS_GAME_ID"].some(
    (name) => env[name] && env[name] === local[name],
  );
  return isOfStack && !env["TMS_BASE_URL"] ? { ...env, TMS_BASE_URL: local["TMS_BASE_URL"] } : env;
}
