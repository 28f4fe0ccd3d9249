import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import type { Tx } from "@tms/kit/database/handle";
import type { Change } from "@tms/kit/events/event";
import { stageEvents } from "@tms/kit/events/stage";
import type { Origin } from "@tms/kit/rpc/origin";
import type { Game } from "@tms/proto/tms/game/v1/game";
import { findAheadMs, momentOf } from "./db/clocks.ts";
import { findEnvironments, type Environments } from "./db/games.ts";
import { environmentsMessage } from "./environments.ts";

export async function stageChange(
  tx: Tx,
  gameId: string,
  origin: Origin,
  change: Change,
): Promise<void> {
  const time = await timeAt(tx, await findAheadMs(tx, gameId));
  await stageEvents(tx, [{ gameId, time, origin, change }]);
}

const timeAt = async (tx: Tx, aheadMs: bigint) =>
  new Date(Number(await momentOf(tx)) + Number(aheadMs));

export interface Advanced {
  gameId: string;
  from: Date;
  to: Date;
  aheadMs: bigint;
  origin: Origin;
}

/** Stages the event of an advance, after everything that fell due is settled. */
export async function stageAdvanced(
  tx: Tx,
  { gameId, from, to, aheadMs, origin }: Advanced,
): Promise<void> {
  const value = { fromTime: timestampFromDate(from), toTime: timestampFromDate(to) };
  const change = { case: "clockAdvanced", value } as const;
  const time = await timeAt(tx, aheadMs);
  await stageEvents(tx, [{ gameId, time, origin, change }]);
}

/** Stages a change of a game's people in the logs of both environments. */
export async function stageInBoth(
  tx: Tx,
  projectId: string,
  origin: Origin,
  change: Change,
): Promise<void> {
  const environments = await findEnvironments(tx, projectId);
  if (environments === undefined) throw new Error("the game of a change disappeared");
  const { live, test } = environments;
  for (const { id } of [live, test]) await stageChange(tx, id, origin, change);
}

/** Stages the creation of environments, each in its own log. */
export async function stageCreated(tx: Tx, games: readonly Game[], origin: Origin): Promise<void> {
  for (const game of games)
    await stageChange(tx, game.id, origin, { case: "gameCreated", value: { game } });
}

/** Stages the new name of a game in the logs of both environments. */
export async function stageRenamed(
  tx: Tx,
  environments: Environments,
  origin: Origin,
): Promise<void> {
  const { game, testGame } = environmentsMessage(environments);
  for (const one of [game, testGame])
    await stageChange(tx, one.id, origin, { case: "gameUpdated", value: { game: one } });
}
