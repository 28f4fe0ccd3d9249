import type { Db } from "@tms/kit/database/handle";
import { transaction } from "@tms/kit/database/transaction";
import { listDueRetries, listNewEvents, PIECE } from "../db/deliveries.ts";
import type { LeasedEndpoint } from "../db/dispatches.ts";
import { lockReplay, stagePiece } from "../db/replays.ts";
import type { Keyring } from "@tms/kit/values/keyring";
import { openSecrets } from "../endpoints/secret.ts";
import type { Sender } from "../sending/send.ts";
import { sendPiece } from "./send-piece.ts";
import type { Slots } from "./slots.ts";
import { storeOutcomes } from "./store-outcomes.ts";

/** What a turn works with. */
export interface TurnContext {
  db: Db;
  sender: Sender;
  secretsKeys: Keyring;
}

/**
 * Gives an endpoint its turn: sends a piece of what is due, again and anew, and stores what came of it.
 * Killed at any moment, it is repeated by whoever leases the endpoint next. Ended by its signal, it stores
 * what came back until then, and only what was under way is sent again.
 */
export async function takeTurn(
  context: TurnContext & { slots: Slots; worker: string },
  leased: LeasedEndpoint,
  signal: AbortSignal,
): Promise<void> {
  const { db, secretsKeys, worker } = context;
  const { endpointId, gameId } = leased;
  if (leased.isReplaying) await moveReplay(context, leased);
  const [again, anew] = await Promise.all([listDueRetries(db, leased), listNewEvents(db, leased)]);
  const target = {
    endpointId,
    url: leased.url,
    secrets: openSecrets(secretsKeys, leased),
    isSlow: leased.isSlow,
  };
  const piece = await sendPiece(context, target, { again, anew: anew.events }, signal);
  const isWhole = piece.lastNew === anew.events.at(-1);
  const reached = piece.lastNew?.sequence ?? leased.position;
  const skipped = again.filter(({ body }) => body === null);
  await storeOutcomes(db, {
    end: {
      endpointId,
      worker,
      position: isWhole ? anew.through : reached,
      isSlow: piece.isSlow,
    },
    gameId,
    url: leased.url,
    sent: piece.sent,
    skipped,
    cutOff: piece.cutOff,
  });
}

/** Makes the next piece of a replay due. */
async function moveReplay(
  { db }: TurnContext,
  { endpointId, gameId, events }: LeasedEndpoint,
): Promise<void> {
  await transaction(db, "events.stage-replay", async (tx) => {
    const replay = await lockReplay(tx, endpointId);
    if (replay !== undefined)
      await stagePiece(tx, { endpointId, gameId, events, ...replay }, PIECE.events);
  });
}
