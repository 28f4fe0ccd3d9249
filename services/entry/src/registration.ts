import { timestampDate } from "@bufbuild/protobuf/wkt";
import type { CallOptions, Client } from "@connectrpc/connect";
import { LRUCache } from "lru-cache";
import { createBatcher } from "@tms/kit/batching/batcher";
import { singleFlight } from "@tms/kit/batching/shared-calls";
import type { Db, Queryable, Tx } from "@tms/kit/database/handle";
import { DomainError } from "@tms/kit/errors/domain-error";
import { passOn, RemoteError } from "@tms/kit/errors/remote-error";
import { collected, soleResult } from "@tms/kit/rpc/outcomes";
import { scoringTermsOf } from "@tms/kit/values/scoring";
import { wordsOf } from "@tms/kit/values/words";
import { Payer } from "@tms/proto/tms/game/v1/game";
import {
  Status,
  type Tournament,
  type TournamentService,
} from "@tms/proto/tms/tournament/v1/tournament";
import { findBoards } from "./db/boards.ts";
import {
  findRegistered,
  findRegistrations,
  insertRegistration,
  lockRegistrations,
  wasOpened,
  type TournamentKey,
} from "./db/registrations.ts";

export interface RegistrationContext {
  db: Db;
  tournaments: Client<typeof TournamentService>;
}

const LOOKUP_TIMEOUT_MS = 3_000;
const FINDING = { maxBatch: 256, inFlight: 2, maxWaiting: 8_192 };
// The maximum number of concurrent calls to the tournament service that open registrations.
const MAX_OPENING = 1_000;

const PAYERS = wordsOf(Payer);

export type OpenRegistration = (key: TournamentKey) => Promise<void>;

/** Creates a function that opens missing registrations. An existing registration may be of another game. */
export function createOpenRegistration(context: RegistrationContext): OpenRegistration {
  // The ids of tournaments with a registration. The ids stay valid, because registrations are never removed.
  const known = new LRUCache<string, true>({ max: 10_000 });
  const opening = singleFlight<void>();
  let lookups = 0;
  const isRegistered = createBatcher<string, boolean>(async (ids, answer) => {
    const found = new Set(await findRegistered(context.db, ids));
    ids.forEach((id, index) => answer(found.has(id), index));
  }, FINDING);

  async function findOrOpen(key: TournamentKey) {
    if (!(await isRegistered(key.tournamentId))) await openBounded(key);
    known.set(key.tournamentId, true);
  }

  async function openBounded(key: TournamentKey) {
    const refusal = "Too many tournament lookups are in progress. Try again later.";
    if (lookups >= MAX_OPENING) throw new DomainError("OVERLOADED", refusal);
    lookups++;
    await openRegistration(context, key).finally(() => lookups--);
  }

  return async (key) => {
    if (known.has(key.tournamentId)) return;
    await opening(`${key.gameId}/${key.tournamentId}`, () => findOrOpen(key));
  };
}

/**
 * Inserts the registration of a tournament. Throws a DomainError if the tournament is unknown or not
 * published, or if its terms cannot be read now.
 */
async function openRegistration({ db, tournaments }: RegistrationContext, key: TournamentKey) {
  const options = { timeoutMs: LOOKUP_TIMEOUT_MS };
  const tournament = await lookUp(tournaments, key, options).catch((error: unknown) => {
    if (!(error instanceof RemoteError)) throw error;
    if (error.reason === "TOURNAMENT_NOT_FOUND") throw new DomainError(error.reason);
    const message = "The tournament cannot be looked up now. Try again later.";
    throw new DomainError("UNAVAILABLE", message, { cause: error });
  });
  if (tournament.status !== Status.PUBLISHED) throw new DomainError("TOURNAMENT_NOT_PUBLISHED");
  await insertRegistration(db, toRegistration(tournament));
}

/** Reads a tournament. Throws TOURNAMENT_NOT_FOUND as a RemoteError. */
async function lookUp(
  tournaments: Client<typeof TournamentService>,
  { gameId, tournamentId }: TournamentKey,
  options: CallOptions = {},
) {
  const request = { tournaments: [{ gameId, tournamentId }] };
  return soleResult(await collected(tournaments.batchGetTournaments(request, options)));
}

function toRegistration({ id: tournamentId, gameId, test, currency, terms, payer }: Tournament) {
  const paidBy = PAYERS.word(payer);
  if (!terms?.startTime || !terms.endTime || paidBy === undefined)
    throw new Error("the tournament service returned a tournament without terms");
  const { entryFeeMinorUnits: feeMinor, maxEntries = null, scoring } = terms;
  return {
    tournamentId,
    gameId,
    test,
    currency,
    feeMinor,
    payer: paidBy,
    maxEntries,
    registrationClosesAt: timestampDate(terms.registrationCloseTime ?? terms.endTime),
    startsAt: timestampDate(terms.startTime),
    endsAt: timestampDate(terms.endTime),
    scoring: scoring ? scoringTermsOf(scoring) : null,
  };
}

/** Returns the registration, if any. Throws TOURNAMENT_NOT_FOUND if it belongs to another game. */
export async function findOwnRegistration(db: Queryable, { gameId, tournamentId }: TournamentKey) {
  const [registration] = await findRegistrations(db, [tournamentId]);
  if (registration !== undefined && registration.gameId !== gameId)
    throw new DomainError("TOURNAMENT_NOT_FOUND");
  return registration;
}

/** Opens the registration of the game's tournament if it is missing. Throws a DomainError if that fails. */
export async function requireRegistration(context: RegistrationContext, key: TournamentKey) {
  if ((await findOwnRegistration(context.db, key)) === undefined)
    await openRegistration(context, key);
}

/**
 * Locks a registration, so that the caller can change its entries. Throws TOURNAMENT_ENDED after the end of
 * the tournament, and TOURNAMENT_NOT_PUBLISHED if the registration is closed or missing.
 */
export async function lockWhileOpen(tx: Tx, { tournamentId }: TournamentKey) {
  const [registration] = await lockRegistrations(tx, [tournamentId]);
  if (registration === undefined) throw new DomainError("TOURNAMENT_NOT_PUBLISHED");
  if (registration.readAt >= registration.endsAt) throw new DomainError("TOURNAMENT_ENDED");
  if (registration.closedAt !== null) throw new DomainError("TOURNAMENT_NOT_PUBLISHED");
  return registration;
}

/**
 * Returns the tournament from the tournament service, or undefined if a registration has its terms. Throws
 * TOURNAMENT_NOT_FOUND if the tournament does not exist or belongs to another game.
 */
export async function requireTournament(
  { db, tournaments }: RegistrationContext,
  key: TournamentKey,
): Promise<Tournament | undefined> {
  const registration = await findOwnRegistration(db, key);
  if (registration !== undefined && wasOpened(registration)) return undefined;
  return await lookUp(tournaments, key).catch(passOn("TOURNAMENT_NOT_FOUND"));
}

/**
 * Returns true if a tournament takes scores and has no board yet, or false if a board was created after the
 * caller's read. Throws SCORES_NOT_ENABLED if the tournament takes no scores, or TOURNAMENT_NOT_FOUND.
 */
export async function isNotOpened(context: RegistrationContext, key: TournamentKey) {
  const tournament = await requireTournament(context, key);
  if (tournament?.terms?.scoring) return true;
  const [opened] = tournament ? [] : await findBoards(context.db, [key.tournamentId]);
  if (opened === undefined) throw new DomainError("SCORES_NOT_ENABLED");
  return false;
}
