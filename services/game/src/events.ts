import type { Tx } from "@tms/kit/database/handle";
import { required } from "@tms/kit/errors/domain-error";
import type { Change } from "@tms/kit/events/event";
import { stageEvents } from "@tms/kit/events/stage";
import type { Origin } from "@tms/kit/rpc/origin";
import type { Game } from "@tms/proto/tms/game/v1/game";
import { momentOf } from "./db/clocks.ts";
import { findEnvironments } from "./db/games.ts";

export async function stageChange(tx: Tx, gameId: string, origin: Origin, change: Change) {
  await stageEvents(tx, [{ gameId, time: await momentOf(tx, gameId), origin, change }]);
}

/** Changes of a game's people are in the logs of both environments. */
export async function stageInBoth(tx: Tx, projectId: string, origin: Origin, change: Change) {
  const environments = await findEnvironments(tx, projectId);
  const { live, test } = required(environments, "the game of a change disappeared");
  for (const { id } of [live, test]) await stageChange(tx, id, origin, change);
}

export async function stageGames(
  tx: Tx,
  change: "gameCreated" | "gameUpdated",
  games: readonly Game[],
  origin: Origin,
) {
  for (const game of games)
    await stageChange(tx, game.id, origin, { case: change, value: { game } });
}
