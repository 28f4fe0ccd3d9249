import { VERSION } from "../client/options.ts";
import { formatOverview, type Command } from "./command.ts";
import { accountCommands } from "./commands/account.ts";
import { clockCommands } from "./commands/clock.ts";
import { entryCommands } from "./commands/entries.ts";
import { events, listen } from "./commands/events.ts";
import { keyCommands } from "./commands/keys.ts";
import { logs } from "./commands/logs.ts";
import { leaderboard, scoreCommands } from "./commands/scores.ts";
import { tournamentCommands } from "./commands/tournaments.ts";
import { trigger } from "./commands/trigger.ts";
import { Misuse, reportFailure } from "./failures.ts";
import { writeLine } from "./output.ts";
import { connect, findBaseUrl } from "./session.ts";

/** All commands of integrators, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  ...accountCommands,
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

export const integratorOverview = (): string =>
  [INTRODUCTION, `Commands:\n${formatOverview(COMMANDS)}`, ENVIRONMENT].join("\n\n");

export const isIntegratorCommand = (word: string): boolean =>
  COMMANDS.some(({ name }) => name.split(" ")[0] === word);

/** Runs a command line. Returns the exit code: 0, 1 for a failed command, or 2 for an invalid line. */
export async function run(
  words: readonly string[],
  env: NodeJS.ProcessEnv,
  localUrl?: string,
): Promise<number> {
  const [first = ""] = words;
  const isOverview = first === "--help" || first === "-h" || (first === "help" && !words[1]);
  if (first === "--version" || isOverview) {
    const overview = `Usage: tms COMMAND [options]\n\n${integratorOverview()}`;
    writeLine(1, isOverview ? overview : VERSION);
    return 0;
  }
  const line = first === "help" ? [...words.slice(1), "--help"] : words;
  const command = COMMANDS.find(({ name }) =>
    name.split(" ").every((word, index) => line[index] === word),
  );
  try {
    if (command === undefined) throw unknownCommand(line);
    const baseUrl = () => findBaseUrl(env, localUrl);
    await command.run(line.slice(command.name.split(" ").length), {
      env,
      baseUrl,
      connect: async () => connect(env, await baseUrl()),
    });
    return 0;
  } catch (error) {
    return reportFailure(error, command?.name, line.includes("--json"));
  }
}

function unknownCommand([first = "", second = ""]: readonly string[]): Misuse {
  const group = COMMANDS.filter(({ name }) => name.startsWith(`${first} `));
  if (first === "") return new Misuse(`Enter a command.\n\n${integratorOverview()}`);
  if (group.length === 0)
    return new Misuse(`Unknown command: ${first}. Run \`tms --help\` to list the commands.`);
  const wrong =
    second === "" || second.startsWith("-") ? "" : `Unknown command: ${first} ${second}. `;
  return new Misuse(`${wrong}Enter one of these commands:\n\n${formatOverview(group)}`);
}
