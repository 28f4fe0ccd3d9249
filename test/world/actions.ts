import { create, isMessage, type MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromDate, type Timestamp } from "@bufbuild/protobuf/wkt";
import { RemoteError } from "@tms/kit/errors/remote-error";
import { toRemoteError } from "@tms/kit/errors/status";
import { batchBytes, eventsOfBatch } from "@tms/kit/events/batch";
import { eventOf } from "@tms/kit/events/event";
import { collected, soleResult } from "@tms/kit/rpc/outcomes";
import { SYSTEM } from "@tms/kit/values/actor";
import { newId } from "@tms/kit/values/ids";
import type { Entry } from "@tms/proto/tms/entry/v1/entry";
import { RecordEventsRequestSchema, type Event } from "@tms/proto/tms/event/v1/event";
import { AccountType, TransferKind, TransferSchema } from "@tms/proto/tms/wallet/v1/wallet";
import type { CreateGameRequestSchema } from "@tms/proto/tms/game/v1/game";
import type { Tournament, TournamentTermsSchema } from "@tms/proto/tms/tournament/v1/tournament";
import type { Call } from "./bus.ts";
import type { Contexts, World } from "./world.ts";

const HOUR_MS = 3_600_000;

/** Returns a moment some hours from now. */
export const inHours = (hours: number): Timestamp =>
  timestampFromDate(new Date(Math.floor(Date.now() + hours * HOUR_MS)));

/** Names a tournament of a game. */
export interface TournamentKey {
  gameId: string;
  tournamentId: string;
}

/** The settings of a new game. */
export type GameSettings = Partial<
  Pick<
    MessageInitShape<typeof CreateGameRequestSchema>,
    "name" | "currency" | "payer" | "creditLimitMinorUnits" | "platformFeeBps" | "ownerId"
  >
>;

/** The terms of a new tournament. */
export type Terms = Partial<Omit<MessageInitShape<typeof TournamentTermsSchema>, "$typeName">>;

/** Creates a game; returns the ids of its two environments. */
export async function createGame(
  { game: games }: Pick<World, "game">,
  settings: GameSettings = {},
): Promise<{ gameId: string; testGameId: string }> {
  const request = { name: `Game ${newId()}`, ...settings, requestId: newId() };
  const { game, testGame } = await games.createGame(request);
  return { gameId: game?.id ?? "", testGameId: testGame?.id ?? "" };
}

/** Adds a person with an account; returns the user's id. */
export async function addPerson({ admin }: Pick<World, "admin">, name: string): Promise<string> {
  const id = newId();
  await admin.query(
    `INSERT INTO identity.user_account (id, name, email, password_hash)
     VALUES ($1, $2, $3, '$argon2id$')`,
    [id, name, `${id}@example.com`],
  );
  return id;
}

/** Returns terms of a free tournament that began an hour ago and ends in an hour. */
export const fineTerms = (terms: Terms = {}): Terms => ({
  name: "Friday final",
  startTime: inHours(-1),
  endTime: inHours(1),
  ...terms,
});

/** Creates a tournament that is not published. */
export async function createTournament(
  world: World,
  { gameId, ...terms }: Terms & { gameId?: string } = {},
): Promise<TournamentKey> {
  const key = gameId ?? (await createGame(world)).gameId;
  const request = { requestId: newId(), gameId: key, terms: fineTerms(terms) };
  const { tournament } = await world.tournament.createTournament(request);
  return { gameId: key, tournamentId: tournament?.id ?? "" };
}

/** Creates and publishes a tournament, in a game of its own unless `gameId` names one. */
export async function publishTournament(world: World, terms: Terms & { gameId?: string } = {}) {
  const key = await createTournament(world, terms);
  await world.tournament.publishTournament({ ...key, requestId: newId() });
  return key;
}

/** Reads a tournament with its prize pool and winners. */
export async function getTournament(world: World, key: TournamentKey): Promise<Tournament> {
  const request = { tournaments: [key], withPrizePools: true };
  return soleResult(await collected(world.tournament.batchGetTournaments(request)));
}

/** Joins a gamer; throws the refusal. */
export async function join(
  world: World,
  tournament: TournamentKey,
  handle: string,
  requestId: string = newId(),
): Promise<Entry> {
  const joins = [{ ...tournament, handle, requestId }];
  return soleResult(await collected(world.entry.batchJoin({ joins })));
}

/** Deposits an amount, in minor units, to a gamer's account. */
export async function deposit(
  world: World,
  gameId: string,
  gamerId: string,
  minorUnits: bigint,
  currency = "USD",
): Promise<void> {
  const transfer = {
    id: newId(),
    kind: TransferKind.DEPOSIT,
    debit: { gameId, type: AccountType.EXTERNAL, ownerId: gameId },
    credit: { gameId, type: AccountType.GAMER, ownerId: gamerId },
    amount: { currency, minorUnits },
  };
  soleResult((await world.wallet.batchTransfer({ transfers: [transfer] })).outcomes);
}

/** Returns the error that a call or an item of a batch was refused with. */
export const toRefusal = (error: unknown): RemoteError =>
  error instanceof RemoteError ? error : toRemoteError(error);

/** Returns the reason of a call's refusal, or "accepted". */
export const getReason = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "accepted",
    (error: unknown) => toRefusal(error).reason,
  );

/** Reads all pages of a list. `read` reads the page of a token. */
export async function readPages<P extends { nextPageToken: string }>(
  read: (pageToken: string) => Promise<P>,
): Promise<P[]> {
  const pages: P[] = [];
  let pageToken = "";
  do {
    const page = await read(pageToken);
    pages.push(page);
    pageToken = page.nextPageToken;
  } while (pageToken !== "");
  return pages;
}

/** Returns true if the registration of a tournament is closed. */
export async function isRegistrationClosed(
  { admin }: Pick<World, "admin">,
  { tournamentId }: TournamentKey,
): Promise<boolean> {
  const { rowCount } = await admin.query(
    `SELECT FROM entry.registration WHERE tournament_id = $1 AND closed_at IS NOT NULL`,
    [tournamentId],
  );
  return rowCount === 1;
}

/** Returns a function that lists the calls of an RPC from now on. */
export function watchCalls({ calls }: Pick<World, "calls">, rpc: string): () => Call[] {
  const before = calls(rpc).length;
  return () => calls(rpc).slice(before);
}

/** Appends deposits to the log of an environment, one per handle. The wallet has none of them. */
export async function recordDeposits(
  world: Pick<World, "events">,
  gameId: string,
  handles: readonly string[],
): Promise<void> {
  const origin = { actor: SYSTEM, requestId: null };
  const transfer = create(TransferSchema, {
    spec: {
      id: newId(),
      kind: TransferKind.DEPOSIT,
      debit: { gameId, type: AccountType.EXTERNAL, ownerId: gameId },
      credit: { gameId, type: AccountType.GAMER, ownerId: newId() },
      amount: { currency: "USD", minorUnits: 5n },
    },
    createTime: timestampFromDate(new Date()),
    balanceAfterMinorUnits: 5n,
  });
  const events = handles.map((handle) =>
    eventOf({
      gameId,
      time: new Date(),
      origin,
      change: { case: "walletDeposited", value: { gamerId: newId(), handle, transfer } },
    }),
  );
  const { refusedIds } = await world.events.recordEvents({ events: batchBytes(events) });
  if (refusedIds.length > 0) throw new Error("the log refused events");
}

/** A service that publishes events. */
type Publishing = {
  [K in keyof Contexts]: Contexts[K] extends { publisher: unknown } ? K : never;
}[keyof Contexts];

const PUBLISHING: Publishing[] = ["game", "tournament", "entry", "wallet", "settlement"];

/** Returns the events of games that were sent to the log, each once, without the first calls. */
function sentEvents(world: World, gameIds: readonly string[], firstCall = 0): Event[] {
  const events = world
    .calls("RecordEvents")
    .slice(firstCall)
    .flatMap(({ request }) =>
      isMessage(request, RecordEventsRequestSchema) ? eventsOfBatch(request.events) : [],
    )
    .filter((event) => gameIds.includes(event.gameId));
  // An event that has to wait is sent again.
  return [...new Map(events.map((event) => [event.id, event])).values()];
}

/**
 * Publishes all staged events, those of a service last. Returns the events of the service for games
 * that were not published before.
 */
export async function publishEvents(world: World, service: Publishing, ...gameIds: string[]) {
  let firstCall = 0;
  // An event may wait for one of another service.
  for (const name of [...PUBLISHING.filter((other) => other !== service), service]) {
    firstCall = world.calls("RecordEvents").length;
    while (await world.contexts[name].publisher.runOnce());
  }
  return sentEvents(world, gameIds, firstCall);
}

/**
 * Publishes the staged events of all services. Returns those of a game, each once, in the order in
 * which they were first sent.
 */
export async function listSentEvents(world: World, gameId: string): Promise<Event[]> {
  await publishEvents(world, "settlement");
  return sentEvents(world, [gameId]);
}

/** Names an account of the ledger. */
export interface AccountRef {
  gameId: string;
  type: AccountType;
  ownerId: string;
}

/** Returns an account's balance in minor units; 0 if it was never opened. */
export async function getBalance(
  { wallet }: Pick<World, "wallet">,
  ref: AccountRef,
  currency = "USD",
): Promise<bigint> {
  const { balances } = await wallet.batchGetBalances({ refs: [ref], currency });
  return balances[0]?.minorUnits ?? 0n;
}

/** Joins gamers in one call; throws if one is refused. */
export async function joinAll(
  { entry }: Pick<World, "entry">,
  tournament: TournamentKey,
  handles: readonly string[],
): Promise<void> {
  const joins = handles.map((handle) => ({ ...tournament, handle, requestId: newId() }));
  const outcomes = await collected(entry.batchJoin({ joins }));
  for (const outcome of outcomes) soleResult([outcome]);
}

/** Eliminates gamers together. */
export async function eliminate(
  { entry }: Pick<World, "entry">,
  tournament: TournamentKey,
  ...handles: string[]
): Promise<Entry[]> {
  return (await entry.eliminate({ ...tournament, handles, requestId: newId() })).entries;
}

/** Disqualifies gamers for the reason "a cheat". */
export async function disqualify(
  { entry }: Pick<World, "entry">,
  tournament: TournamentKey,
  ...handles: string[]
): Promise<Entry[]> {
  const request = { ...tournament, handles, reason: "a cheat", requestId: newId() };
  return (await entry.disqualify(request)).entries;
}

/** Reinstates gamers for the reason "no cheat". */
export async function reinstate(
  { entry }: Pick<World, "entry">,
  tournament: TournamentKey,
  ...handles: string[]
): Promise<Entry[]> {
  const request = { ...tournament, handles, reason: "no cheat", requestId: newId() };
  return (await entry.reinstate(request)).entries;
}
