import { timestampDate } from "@bufbuild/protobuf/wkt";
import type { CallOptions, Client } from "@connectrpc/connect";
import { LRUCache } from "lru-cache";
import { createBatcher } from "@tms/kit/batching/batcher";
import { singleFlight } from "@tms/kit/batching/single-flight";
import type { Db, Queryable, Tx } from "@tms/kit/database/handle";
import { DomainError } from "@tms/kit/errors/domain-error";
import { refusedFor, RemoteError } from "@tms/kit/errors/remote-error";
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
  type NewBoard,
  type NewRegistration,
  type RegistrationRow,
  type TournamentKey,
} from "./db/registrations.ts";
import { notPublished, scoresNotEnabled, tournamentEnded, tournamentNotFound } from "./errors.ts";

export interface RegistrationContext {
  db: Db;
  tournaments: Client<typeof TournamentService>;
}

const LOOKUP_TIMEOUT_MS = 3_000;
const FINDING = { maxBatch: 256, inFlight: 2, maxWaiting: 8_192 };
const MAX_KNOWN = 10_000;
// The maximum number of registrations that are opened at the same time. Each takes a call to the tournament
// service.
const MAX_OPENING = 1_000;

const PAYERS = wordsOf(Payer);

/**
 * Makes sure that a tournament has a registration, open or closed. Returns the reason if it has none.
 * Concurrent calls for one tournament share a look-up.
 */
export type OpenRegistration = (key: TournamentKey) => Promise<DomainError | undefined>;

export function createOpenRegistration(context: RegistrationContext): OpenRegistration {
  // The ids of tournaments with a registration. The ids stay valid, because registrations are never removed.
  const known = new LRUCache<string, true>({ max: MAX_KNOWN });
  const opening = singleFlight<DomainError | undefined>();
  let lookups = 0;
  const isRegistered = createBatcher<string, boolean>(async (ids, answer) => {
    const found = new Set(await findRegistered(context.db, ids));
    ids.map((id) => found.has(id)).forEach(answer);
  }, FINDING);

  async function findOrOpen(key: TournamentKey): Promise<DomainError | undefined> {
    const refusal = (await isRegistered(key.tournamentId)) ? undefined : await openBounded(key);
    if (refusal === undefined) known.set(key.tournamentId, true);
    return refusal;
  }

  async function openBounded(key: TournamentKey): Promise<DomainError | undefined> {
    if (lookups >= MAX_OPENING)
      return new DomainError(
        "OVERLOADED",
        "Too many tournament lookups are in progress. Try again later.",
      );
    lookups++;
    return await openRegistration(context, key).finally(() => lookups--);
  }

  return async (key) =>
    known.has(key.tournamentId)
      ? undefined
      : await opening(`${key.gameId}/${key.tournamentId}`, () => findOrOpen(key));
}

/**
 * Copies the terms of a published tournament into a registration. Returns the reason if the tournament
 * has no registration afterwards.
 */
async function openRegistration(
  { db, tournaments }: RegistrationContext,
  key: TournamentKey,
): Promise<DomainError | undefined> {
  try {
    const tournament = await lookUp(tournaments, key, { timeoutMs: LOOKUP_TIMEOUT_MS });
    if (tournament.status !== Status.PUBLISHED) return notPublished();
    await insertRegistration(db, toRegistration(tournament), toBoard(tournament));
    return undefined;
  } catch (error) {
    if (refusedFor(error, "TOURNAMENT_NOT_FOUND")) return tournamentNotFound();
    if (!(error instanceof RemoteError)) throw error;
    // A failed look-up must not fail the joins of other tournaments.
    const message = "The tournament cannot be looked up now. Try again later.";
    return new DomainError("UNAVAILABLE", message, { cause: error });
  }
}

/** Reads a tournament. Throws TOURNAMENT_NOT_FOUND as a remote error. */
const lookUp = async (
  tournaments: Client<typeof TournamentService>,
  { gameId, tournamentId }: TournamentKey,
  options: CallOptions = {},
): Promise<Tournament> => {
  const request = { tournaments: [{ gameId, tournamentId }] };
  return soleResult(await collected(tournaments.batchGetTournaments(request, options)));
};

function toRegistration(tournament: Tournament): NewRegistration {
  const { terms } = tournament;
  const payer = PAYERS.word(tournament.payer);
  if (!terms?.endTime || payer === undefined)
    throw new Error("the tournament service returned a tournament without terms");
  const endsAt = timestampDate(terms.endTime);
  const closeTime = terms.registrationCloseTime;
  return {
    tournamentId: tournament.id,
    gameId: tournament.gameId,
    test: tournament.test,
    currency: tournament.currency,
    feeMinor: terms.entryFeeMinorUnits,
    payer,
    maxEntries: terms.maxEntries ?? null,
    registrationClosesAt: closeTime ? timestampDate(closeTime) : endsAt,
    endsAt,
  };
}

/** Returns undefined if the tournament takes no scores. */
function toBoard({ terms }: Tournament): NewBoard | undefined {
  if (!terms?.scoring) return undefined;
  if (!terms.startTime)
    throw new Error("the tournament service returned a tournament without terms");
  return { scoring: scoringTermsOf(terms.scoring), startsAt: timestampDate(terms.startTime) };
}

/**
 * Returns the registration of a tournament, or undefined if it has none. Throws TOURNAMENT_NOT_FOUND if the
 * tournament belongs to another game.
 */
export async function findOwnRegistration(
  db: Queryable,
  { gameId, tournamentId }: TournamentKey,
): Promise<RegistrationRow | undefined> {
  const [registration] = await findRegistrations(db, [tournamentId]);
  if (registration !== undefined && registration.gameId !== gameId) throw tournamentNotFound();
  return registration;
}

/** Makes sure that a tournament of the game has a registration. Throws the reason if it has none. */
export async function requireRegistration(
  context: RegistrationContext,
  key: TournamentKey,
): Promise<void> {
  if ((await findOwnRegistration(context.db, key)) !== undefined) return;
  const refusal = await openRegistration(context, key);
  if (refusal) throw refusal;
}

/**
 * Locks a registration and returns it, so that the caller can change its entries. Throws TOURNAMENT_ENDED
 * after the end of the tournament. Throws TOURNAMENT_NOT_PUBLISHED if the registration is closed or missing.
 */
export async function lockWhileOpen(
  tx: Tx,
  { tournamentId }: TournamentKey,
): Promise<RegistrationRow> {
  const [registration] = await lockRegistrations(tx, [tournamentId]);
  if (registration === undefined) throw notPublished();
  if (registration.readAt >= registration.endsAt) throw tournamentEnded();
  if (registration.closedAt !== null) throw notPublished();
  return registration;
}

/**
 * Throws TOURNAMENT_NOT_FOUND unless the tournament belongs to the game. If there is no registration with the
 * terms of the tournament, reads the tournament from the tournament service and returns it. Otherwise returns
 * undefined.
 */
export async function requireTournament(
  { db, tournaments }: RegistrationContext,
  key: TournamentKey,
): Promise<Tournament | undefined> {
  const registration = await findOwnRegistration(db, key);
  if (registration !== undefined && wasOpened(registration)) return undefined;
  try {
    return await lookUp(tournaments, key);
  } catch (error) {
    throw refusedFor(error, "TOURNAMENT_NOT_FOUND") ? tournamentNotFound() : error;
  }
}

/**
 * Returns true if a tournament that takes scores has no board yet. Returns false if a board was created after
 * the caller's read. Throws SCORES_NOT_ENABLED if the tournament takes no scores, and TOURNAMENT_NOT_FOUND if
 * it does not belong to the game.
 */
export async function isNotOpened(
  context: RegistrationContext,
  key: TournamentKey,
): Promise<boolean> {
  const tournament = await requireTournament(context, key);
  if (tournament?.terms?.scoring) return true;
  const [opened] = tournament ? [] : await findBoards(context.db, [key.tournamentId]);
  if (opened === undefined) throw scoresNotEnabled();
  return false;
}
