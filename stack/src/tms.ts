import { readFile } from "node:fs/promises";
import { parseEnv } from "node:util";
import { integratorOverview, isIntegratorCommand, run } from "@tms/sdk/cli";
import { dataDir, settingsFile } from "./paths.ts";

// `tms` runs the commands of operators and of game developers. Developers' commands do not receive the
// secrets of operators, because they only call the gateway, as the person who is signed in.

const words = process.argv.slice(2);
const [first = ""] = words;
const command = first === "help" ? (words[1] ?? "") : first;

// Both groups have a `clock` command. Only operators name a game with --game.
const isForOperators = command === "clock" && words.some((word) => /^--game(=|$)/.test(word));

if (isIntegratorCommand(command) && !isForOperators) {
  const settings = parseEnv(await readFile(settingsFile(dataDir()), "utf8").catch(() => ""));
  process.exitCode = await run(words, developerEnv(settings), settings["TMS_BASE_URL"]);
} else {
  if (["", "help", "--help", "-h"].includes(command)) {
    const print = command === "" ? console.error : console.log;
    print(`${integratorOverview()}\n\nCommands for operators:\n`);
  }
  await import("./settings-env.ts");
  await import("@tms/cli/main");
}

/**
 * Returns the environment of a developer's command. Adds the URL of the running product to its API key or
 * game id. Otherwise the command would use the service of the person's last sign-in.
 */
function developerEnv(settings: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { env } = process;
  const isOwn = ["TMS_API_KEY", "TMS_GAME_ID"].some(
    (name) => env[name] && env[name] === settings[name],
  );
  return isOwn && !env["TMS_BASE_URL"] ? { ...env, TMS_BASE_URL: settings["TMS_BASE_URL"] } : env;
}
