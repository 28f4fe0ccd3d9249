import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import type { Tx } from "@tms/kit/database/handle";
import { required } from "@tms/kit/errors/domain-error";
import type { Change } from "@tms/kit/events/event";
import { stageEvents } from "@tms/kit/events/stage";
import type { Origin } from "@tms/kit/rpc/origin";
import type { Game } from "@tms/proto/tms/game/v1/game";
import { findAheadMs, momentOf } from "./db/clocks.ts";
import { findEnvironments, type Environments } from "./db/games.ts";
import { environmentsMessage } from "./environments.ts";

export async function stageChange(tx: Tx, gameId: string, origin: Origin, change: Change) {
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

/** Stages the event of an advance. Call it after all settlements that became due are settled. */
export async function stageAdvanced(tx: Tx, { gameId, from, to, aheadMs, origin }: Advanced) {
  const value = { fromTime: timestampFromDate(from), toTime: timestampFromDate(to) };
  const change = { case: "clockAdvanced", value } as const;
  const time = await timeAt(tx, aheadMs);
  await stageEvents(tx, [{ gameId, time, origin, change }]);
}

/** Stages a change of a game's people in the logs of both environments. */
export async function stageInBoth(tx: Tx, projectId: string, origin: Origin, change: Change) {
  const environments = required(
    await findEnvironments(tx, projectId),
    "the game of a change disappeared",
  );
  const { live, test } = environments;
  for (const { id } of [live, test]) await stageChange(tx, id, origin, change);
}

export async function stageCreated(tx: Tx, games: readonly Game[], origin: Origin): Promise<void> {
  for (const game of games)
    await stageChange(tx, game.id, origin, { case: "gameCreated", value: { game } });
}

export async function stageRenamed(tx: Tx, environments: Environments, origin: Origin) {
  const { game, testGame } = environmentsMessage(environments);
  for (const one of [game, testGame])
    await stageChange(tx, one.id, origin, { case: "gameUpdated", value: { game: one } });
}
