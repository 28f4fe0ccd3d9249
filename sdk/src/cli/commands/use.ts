import { keepSession } from "../credentials/session.ts";
import { readCredentials } from "../credentials/file.ts";
import type { Call, Command } from "../framework/command.ts";
import { Refusal } from "../framework/errors.ts";
import { inUse, listGames, type Game } from "./environments.ts";

export const use: Command = {
  name: "use",
  summary: "say in which game's environment the other commands act",
  about: "It stays in use until another one is. Without --live it is the test environment.",
  arguments: [{ name: "GAME", about: "its name, its id, or the id of one of its environments" }],
  options: { live: { about: "its live environment, where money is real" } },
  examples: ['tms use "Star Race"', 'tms use "Star Race" --live'],
  run: runUse,
};

async function runUse(call: Call): Promise<void> {
  const { output, env } = call;
  const { tms, baseUrl, session } = await call.connect();
  if (session === undefined)
    throw new Refusal(
      "An API key has one environment, which is in use already: unset TMS_API_KEY.",
    );
  const wanted = call.argument("GAME");
  const game = only(await listGames(tms), wanted);
  const isLive = call.flag("live") || game.environments.live.id === wanted;
  const environment = inUse(game, isLive ? "live" : "test");
  // The tokens may have been renewed meanwhile.
  const kept = (await readCredentials(env)).sessions[baseUrl] ?? session;
  await keepSession(env, baseUrl, { ...kept, environment });
  output.print({ environment }, `${environment.gameName} (${environment.mode}) is in use.`);
}

function only(games: readonly Game[], wanted: string): Game {
  const found = games.filter(({ id, name, environments: { live, test } }) =>
    [id, live.id, test.id, name].includes(wanted),
  );
  const [game, other] = found;
  if (game === undefined)
    throw new Refusal(`You are in no game ${wanted}: \`tms games\` lists them.`);
  if (other !== undefined)
    throw new Refusal(
      `${found.length} games are called ${wanted}: give the id that \`tms games\` shows.`,
    );
  return game;
}
