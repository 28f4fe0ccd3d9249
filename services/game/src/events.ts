import type { Tx } from "@tms/kit/database/handle";
import type { Change } from "@tms/kit/events/event";
import { stageEvents } from "@tms/kit/events/stage";
import type { Origin } from "@tms/kit/rpc/origin";
import type { Game } from "@tms/proto/tms/game/v1/game";
import { findEnvironments, type Environments } from "./db/projects.ts";
import { environmentsMessage } from "./environments/make.ts";

/** Stages what changed in one environment, in the transaction of the change. */
export const stageChange = (
  tx: Tx,
  gameId: string,
  origin: Origin,
  change: Change,
): Promise<void> => stageEvents(tx, [{ gameId, time: new Date(), origin, change }]);

/** Stages what changed about a game's people in the logs of both its environments. */
export async function stageInBoth(
  tx: Tx,
  projectId: string,
  origin: Origin,
  change: Change,
): Promise<void> {
  const environments = await findEnvironments(tx, projectId);
  if (environments === undefined) throw new Error("the game of a change vanished");
  const { live, test } = environments;
  for (const { id } of [live, test]) await stageChange(tx, id, origin, change);
}

/** Stages that environments exist, each in its own log. */
export async function stageCreated(tx: Tx, games: readonly Game[], origin: Origin): Promise<void> {
  for (const game of games)
    await stageChange(tx, game.id, origin, { case: "gameCreated", value: { game } });
}

/** Stages that a game has another name, as both its environments see it. */
export async function stageRenamed(
  tx: Tx,
  environments: Environments,
  origin: Origin,
): Promise<void> {
  const { game, testGame } = environmentsMessage(environments);
  for (const one of [game, testGame])
    await stageChange(tx, one.id, origin, { case: "gameUpdated", value: { game: one } });
}
