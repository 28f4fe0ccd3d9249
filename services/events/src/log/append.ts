import { create } from "@bufbuild/protobuf";
import type { Tx } from "@tms/kit/database/handle";
import { eventOf, type Change } from "@tms/kit/events/event";
import type { Origin } from "@tms/kit/rpc/origin";
import { GameSchema, Mode } from "@tms/proto/tms/game/v1/game";
import { insertEvents, type NewEvent } from "../db/events.ts";
import { lockHeads, moveHeads } from "../db/heads.ts";
import { render } from "./render.ts";

/** An environment, as the events of this service describe it. */
export interface Environment {
  gameId: string;
  test: boolean;
}

/**
 * Adds an event of this service to a log, in the transaction of its change. The head stays locked until the
 * end of the transaction, so append as late as possible.
 */
export async function appendEvent(
  tx: Tx,
  { gameId, test }: Environment,
  origin: Origin,
  change: Change,
): Promise<NewEvent> {
  const game = create(GameSchema, { id: gameId, mode: test ? Mode.TEST : Mode.LIVE });
  const rendered = render(eventOf({ gameId, time: new Date(), origin, change }), game);
  const heads = await lockHeads(tx, [gameId]);
  const sequence = (heads.get(gameId) ?? 0n) + 1n;
  const row = rendered.toRow(sequence);
  await insertEvents(tx, [row]);
  await moveHeads(tx, new Map([[gameId, sequence]]));
  return row;
}
