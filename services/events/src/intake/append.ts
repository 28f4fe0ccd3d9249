import { create } from "@bufbuild/protobuf";
import type { Tx } from "@tms/kit/database/handle";
import { eventOf, type Change } from "@tms/kit/events/event";
import type { Origin } from "@tms/kit/rpc/origin";
import { GameSchema, Mode } from "@tms/proto/tms/game/v1/game";
import { insertEvents } from "../db/events.ts";
import { lockHeads, moveHeads } from "../db/heads.ts";
import { render } from "../rendering/render.ts";

/** An event that stands in the log. */
export interface Appended {
  id: string;
  sequence: bigint;
  type: string;
}

/** An environment, as far as this service's own events tell of it. */
export interface Environment {
  gameId: string;
  test: boolean;
}

/**
 * Adds an event of this service's own to an environment's log, in the transaction of the change that it
 * tells of. The head is held until the end of the transaction, so this comes last but for what needs
 * the sequence.
 */
export async function appendEvent(
  tx: Tx,
  { gameId, test }: Environment,
  origin: Origin,
  change: Change,
): Promise<Appended> {
  const game = create(GameSchema, { id: gameId, mode: test ? Mode.TEST : Mode.LIVE });
  const rendered = render(eventOf({ gameId, time: new Date(), origin, change }), game);
  const heads = await lockHeads(tx, [gameId]);
  const sequence = (heads.get(gameId) ?? 0n) + 1n;
  const row = rendered.numbered(sequence);
  await insertEvents(tx, [row]);
  await moveHeads(tx, new Map([[gameId, sequence]]));
  return { id: row.id, sequence, type: row.type };
}
