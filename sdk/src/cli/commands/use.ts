import { keepSession } from "../credentials/session.ts";
import { readCredentials } from "../credentials/file.ts";
import type { Call, Command } from "../framework/command.ts";
import { Refusal } from "../framework/errors.ts";
import { inUse, listGames, type Game } from "./environments.ts";

export const use: Command = {
  name: "use",
  summary: "select the environment for other commands",
  about:
    "The environment stays selected until you select another one. Without --live, the command selects the test environment.",
  arguments: [
    { name: "GAME", about: "the game's name or id, or the id of one of its environments" },
  ],
  options: { live: { about: "select the live environment, which uses real money" } },
  examples: ['tms use "Star Race"', 'tms use "Star Race" --live'],
  run: runUse,
};

async function runUse(call: Call): Promise<void> {
  const { output, env } = call;
  const { tms, baseUrl, session } = await call.connect();
  if (session === undefined)
    throw new Refusal(
      "An API key always uses its own environment. Unset TMS_API_KEY to select another environment.",
    );
  const wanted = call.argument("GAME");
  const game = only(await listGames(tms), wanted);
  const isLive = call.flag("live") || game.environments.live.id === wanted;
  const environment = inUse(game, isLive ? "live" : "test");
  // The tokens may have been renewed meanwhile.
  const kept = (await readCredentials(env)).sessions[baseUrl] ?? session;
  await keepSession(env, baseUrl, { ...kept, environment });
  output.print(
    { environment },
    `Selected the environment ${environment.gameName} (${environment.mode}).`,
  );
}

function only(games: readonly Game[], wanted: string): Game {
  const found = games.filter(({ id, name, environments: { live, test } }) =>
    [id, live.id, test.id, name].includes(wanted),
  );
  const [game, other] = found;
  if (game === undefined)
    throw new Refusal(`You have no game ${wanted}. Run \`tms games\` to list your games.`);
  if (other !== undefined)
    throw new Refusal(
      `${found.length} of your games have the name ${wanted}. Use the id from \`tms games\`.`,
    );
  return game;
}
