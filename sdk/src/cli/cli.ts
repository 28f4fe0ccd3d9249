import { isTmsError, TmsConnectionError } from "../errors.ts";
import { VERSION } from "../client/options.ts";
import { clockCommands } from "./commands/clock.ts";
import { entryCommands } from "./commands/entries.ts";
import { events } from "./commands/events.ts";
import { games } from "./commands/games.ts";
import { keyCommands } from "./commands/keys.ts";
import { leaderboard } from "./commands/leaderboard.ts";
import { listen } from "./commands/listen.ts";
import { login } from "./commands/login.ts";
import { logout } from "./commands/logout.ts";
import { logs } from "./commands/logs.ts";
import { scoreCommands } from "./commands/scores.ts";
import { tournamentCommands } from "./commands/tournaments.ts";
import { trigger } from "./commands/trigger.ts";
import { use } from "./commands/use.ts";
import { whoami } from "./commands/whoami.ts";
import { baseUrlFor, connect } from "./connection.ts";
import type { Command } from "./framework/command.ts";
import { Misuse, Refusal } from "./framework/errors.ts";
import { helpOf, overview } from "./framework/help.ts";
import { createOutput, writeLine } from "./framework/output.ts";
import { parse } from "./framework/parse.ts";

/** All commands of integrators, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  login,
  logout,
  whoami,
  games,
  use,
  ...keyCommands,
  ...tournamentCommands,
  ...entryCommands,
  ...scoreCommands,
  leaderboard,
  ...clockCommands,
  events,
  listen,
  trigger,
  logs,
];

const INTRODUCTION =
  "Manages the tournaments of your game from a shell. First run `tms login`, or set TMS_API_KEY.";

const ENVIRONMENT = `Environment:
  TMS_API_KEY   the API key to use instead of your session
  TMS_BASE_URL  the URL of the service (default: the service that you last signed in to)
  TMS_GAME_ID   the id of the environment to use (default: the environment that you selected)

Every command accepts --json. Run a command with --help for details.`;

/** What all commands of integrators are for. */
export const integratorOverview = (): string =>
  [INTRODUCTION, `Commands:\n${overview(COMMANDS)}`, ENVIRONMENT].join("\n\n");

/** Whether a word begins a command of integrators. */
export const isIntegratorCommand = (word: string): boolean =>
  COMMANDS.some(({ name }) => name.split(" ")[0] === word);

/**
 * Runs a command line and returns its exit code: 0, 1 for a refusal, which is one line on standard
 * error, or 2 for misuse. `localUrl` is where the service is when nothing else says so.
 */
export async function run(
  words: readonly string[],
  env: NodeJS.ProcessEnv,
  localUrl?: string,
): Promise<number> {
  const [first = ""] = words;
  if (first === "--version") return said(VERSION);
  if (first === "--help" || first === "-h" || (first === "help" && words.length === 1))
    return said(`Usage: tms COMMAND [options]\n\n${integratorOverview()}`);
  const asked = first === "help" ? [...words.slice(1), "--help"] : words;
  const command = find(asked);
  try {
    if (command === undefined) throw unknown(asked);
    const rest = asked.slice(command.name.split(" ").length);
    return await runCommand(command, rest, { env, localUrl });
  } catch (error) {
    return failed(error, command, asked.includes("--json"));
  }
}

function said(text: string): number {
  writeLine(1, text);
  return 0;
}

const find = (words: readonly string[]) =>
  COMMANDS.find(({ name }) => name.split(" ").every((word, index) => words[index] === word));

function unknown([first = "", second = ""]: readonly string[]): Misuse {
  const group = COMMANDS.filter(({ name }) => name.startsWith(`${first} `));
  if (first === "") return new Misuse(`Enter a command.\n\n${integratorOverview()}`);
  if (group.length === 0)
    return new Misuse(`Unknown command: ${first}. Run \`tms --help\` to list the commands.`);
  const wrong =
    second === "" || second.startsWith("-") ? "" : `Unknown command: ${first} ${second}. `;
  return new Misuse(`${wrong}Enter one of these commands:\n\n${overview(group)}`);
}

async function runCommand(
  command: Command,
  words: readonly string[],
  { env, localUrl }: { env: NodeJS.ProcessEnv; localUrl: string | undefined },
): Promise<number> {
  const { arguments: args, options } = parse(command, words);
  if (options["help"] === true) return said(helpOf(command));
  const baseUrl = () => baseUrlFor(env, localUrl);
  await command.run({
    argument: (name) => args.get(name) ?? "",
    option: (name) => {
      const value = options[name];
      return typeof value === "string" ? value : undefined;
    },
    flag: (name) => options[name] === true,
    output: createOutput(options["json"] === true),
    baseUrl,
    connect: async () => connect(env, await baseUrl()),
    env,
  });
  return 0;
}

// What to do about refusals that the command line can cause itself.
const HINTS: Readonly<Record<string, string>> = {
  game_required: "Run `tms games`, then `tms use GAME`.",
  person_required: "Unset TMS_API_KEY, and run `tms login`.",
  api_key_invalid: "Check TMS_API_KEY.",
  token_invalid: "Run `tms login`.",
};

/** Says in one line what failed. Throws what no command line can answer for. */
function failed(error: unknown, command: Command | undefined, isJson: boolean): number {
  if (error instanceof Misuse) {
    const hint = command === undefined ? "" : ` Run \`tms ${command.name} --help\` for help.`;
    writeLine(2, `tms: ${error.message}${hint}`);
    return 2;
  }
  // Options of the client come from the environment here.
  const isWrongSetting =
    error instanceof TypeError && /^(apiKey|baseUrl|gameId) /.test(error.message);
  if (isTmsError(error)) {
    const { code, message, status, requestId } = error;
    const hint = code in HINTS ? ` ${HINTS[code]}` : "";
    const json = { error: { code, detail: message, status, requestId } };
    const line = `tms: ${code}: ${message}${hint} (request ${requestId})`;
    writeLine(2, isJson ? JSON.stringify(json) : line);
    return 1;
  }
  if (error instanceof Refusal || error instanceof TmsConnectionError || isWrongSetting) {
    const { message } = error;
    writeLine(2, isJson ? JSON.stringify({ error: { detail: message } }) : `tms: ${message}`);
    return 1;
  }
  throw error;
}
