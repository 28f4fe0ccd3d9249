import type { Db } from "@tms/kit/database/handle";
import { transaction } from "@tms/kit/database/transaction";
import {
  listDueRetries,
  listNewEvents,
  PIECE,
  PROBE,
  TRIAL,
  type DueEvent,
  type NewPiece,
} from "../db/due-events.ts";
import type { LeasedEndpoint } from "../db/dispatches.ts";
import { lockReplay, stagePiece } from "../db/replays.ts";
import type { Keyring } from "@tms/kit/values/keyring";
import { openSecrets } from "../endpoints/secret.ts";
import type { Sender } from "../sending/send.ts";
import { isBackingOff } from "./backoff.ts";
import { sendPiece } from "./send-piece.ts";
import type { Slots } from "./slots.ts";
import { storeOutcomes, type TurnResult } from "./store-outcomes.ts";

/** What a turn works with. */
export interface TurnContext {
  db: Db;
  sender: Sender;
  secretsKeys: Keyring;
}

/** What a turn sends. */
interface Due {
  again: DueEvent[];
  anew: NewPiece;
}

/** A turn under way. */
export interface Turn {
  leased: LeasedEndpoint;
  /** Called when the receiver keeps a request waiting. */
  onWaiting: () => void;
  /** Runs a step that stores outcomes when it may run. */
  store: (step: () => Promise<void>) => Promise<void>;
}

/**
 * Gives an endpoint its turn: sends a piece of what is due, again and anew, and stores what came of it.
 * An endpoint that backs off gets a single attempt. Killed at any moment, a turn is repeated by whoever leases
 * the endpoint next. Ended by its signal, it stores what came back until then, and only what was under
 * way is sent again.
 */
export async function takeTurn(
  context: TurnContext & { slots: Slots; worker: string },
  { leased, onWaiting, store }: Turn,
  signal: AbortSignal,
): Promise<void> {
  const { db, secretsKeys, worker } = context;
  const { endpointId, gameId, url, isSlow, failures } = leased;
  const secrets = openSecrets(secretsKeys, leased);
  const { again, anew } = isBackingOff(failures)
    ? await findProbe(db, leased)
    : await findPiece(db, leased);
  const target = { gameId, endpointId, url, secrets, isSlow, onWaiting };
  const piece = await sendPiece(context, target, { again, anew: anew.events }, signal);
  const isWhole = piece.lastNew === anew.events.at(-1);
  const reached = piece.lastNew?.sequence ?? leased.position;
  const position = isWhole ? anew.through : reached;
  const result: TurnResult = {
    end: { endpointId, worker, position, isSlow: piece.isSlow },
    gameId,
    url,
    failures,
    sent: piece.sent,
    skipped: again.filter(({ body }) => body === null),
    cutOff: piece.cutOff,
  };
  await store(() => storeOutcomes(db, result));
}

async function findPiece(db: Db, leased: LeasedEndpoint): Promise<Due> {
  const size = leased.isKnown ? PIECE : TRIAL;
  if (leased.isReplaying) await moveReplay(db, leased, size.events);
  const [again, anew] = await Promise.all([
    listDueRetries(db, leased, size),
    listNewEvents(db, leased, size),
  ]);
  return { again, anew };
}

/**
 * Finds the event that an endpoint is tried with after a backoff. Events that are due again and new events
 * alternate: some receivers refuse certain events alone, and others take nothing for days, after which
 * an event must have had all its attempts.
 */
async function findProbe(db: Db, leased: LeasedEndpoint): Promise<Due> {
  const { isAsked, isReplaying, failures, position } = leased;
  const [again, anew] = await Promise.all([
    listDueRetries(db, leased, PROBE),
    listNewEvents(db, leased, PROBE),
  ]);
  if (again.length > 0 && (anew.events.length === 0 || isAsked || failures % 2 === 0))
    return { again, anew: anew.events.length === 0 ? anew : { events: [], through: position } };
  if (anew.events.length > 0 || !isReplaying) return { again: [], anew };
  await moveReplay(db, leased, PROBE.events);
  return { again: await listDueRetries(db, leased, PROBE), anew };
}

/** Makes the next events of a replay due. */
async function moveReplay(
  db: Db,
  { endpointId, gameId, events }: LeasedEndpoint,
  count: number,
): Promise<void> {
  await transaction(db, "events.stage-replay", async (tx) => {
    const replay = await lockReplay(tx, endpointId);
    if (replay !== undefined)
      await stagePiece(tx, { endpointId, gameId, events, ...replay }, count);
  });
}
