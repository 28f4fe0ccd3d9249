import { timestampDate } from "@bufbuild/protobuf/wkt";
import type { CallOptions, Client } from "@connectrpc/connect";
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
import { LRUCache } from "lru-cache";
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

/** What opening a registration needs. */
export interface RegistrationContext {
  db: Db;
  tournaments: Client<typeof TournamentService>;
}

const LOOKUP_TIMEOUT_MS = 3_000;
const FINDING = { maxBatch: 256, inFlight: 2, maxWaiting: 8_192 };
const MOST_KNOWN = 10_000;
// Tournaments nobody joined yet, each asked about by a call of its own.
const MOST_OPENING = 1_000;

const PAYERS = wordsOf(Payer);

/** Opens registrations; see {@link createRegistrations}. */
export type Registrations = ReturnType<typeof createRegistrations>;

/** Opens the registrations of published tournaments when joins or scores first need them. */
export function createRegistrations(context: RegistrationContext) {
  // Registrations are never removed, so one that was seen is there.
  const known = new LRUCache<string, true>({ max: MOST_KNOWN });
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
    if (lookups >= MOST_OPENING)
      return new DomainError(
        "OVERLOADED",
        "Too many tournament lookups are in progress. Try again later.",
      );
    lookups++;
    return await openRegistration(context, key).finally(() => lookups--);
  }

  return {
    /**
     * Makes sure that a tournament has a registration, open or closed, asking once for all who wait;
     * returns why it has none.
     */
    async open(key: TournamentKey): Promise<DomainError | undefined> {
      if (known.has(key.tournamentId)) return undefined;
      return await opening(`${key.gameId}/${key.tournamentId}`, () => findOrOpen(key));
    },
  };
}

/**
 * Opens the registration of a published tournament that has none yet, by asking the tournament
 * service; from then on nobody is asked. Returns why there is no registration.
 */
async function openRegistration(
  { db, tournaments }: RegistrationContext,
  { gameId, tournamentId }: TournamentKey,
): Promise<DomainError | undefined> {
  try {
    const key = { gameId, tournamentId };
    const tournament = await lookUp(tournaments, key, { timeoutMs: LOOKUP_TIMEOUT_MS });
    if (tournament.status !== Status.PUBLISHED) return notPublished();
    await insertRegistration(db, registrationOf(tournament), scoringOf(tournament));
    return undefined;
  } catch (error) {
    if (refusedFor(error, "TOURNAMENT_NOT_FOUND")) return tournamentNotFound();
    if (!(error instanceof RemoteError)) throw error;
    // One tournament that cannot be looked up must not fail the joins of others.
    return new DomainError(
      "UNAVAILABLE",
      "The tournament cannot be looked up now. Try again later.",
      {
        cause: error,
      },
    );
  }
}

/** Reads a tournament; throws the refusal when the game has none such. */
const lookUp = async (
  tournaments: Client<typeof TournamentService>,
  key: TournamentKey,
  options: CallOptions = {},
): Promise<Tournament> =>
  soleResult(await collected(tournaments.batchGetTournaments({ tournaments: [key] }, options)));

function registrationOf(tournament: Tournament): NewRegistration {
  const { terms } = tournament;
  const payer = PAYERS.word(tournament.payer);
  if (!terms?.endTime || payer === undefined)
    throw new Error("the tournament service returned a tournament without terms");
  const endsAt = timestampDate(terms.endTime);
  return {
    tournamentId: tournament.id,
    gameId: tournament.gameId,
    test: tournament.test,
    currency: tournament.currency,
    feeMinor: terms.entryFeeMinorUnits,
    payer,
    maxEntries: terms.maxEntries ?? null,
    registrationClosesAt: terms.registrationCloseTime
      ? timestampDate(terms.registrationCloseTime)
      : endsAt,
    endsAt,
  };
}

/** What the board of a tournament that takes scores is opened with; undefined for any other. */
function scoringOf({ terms }: Tournament): NewBoard | undefined {
  if (!terms?.scoring) return undefined;
  if (!terms.startTime)
    throw new Error("the tournament service returned a tournament without terms");
  return { scoring: scoringTermsOf(terms.scoring), startsAt: timestampDate(terms.startTime) };
}

/** The registration of a game's tournament, if it has one; throws when it is another game's. */
export async function findOwnRegistration(
  db: Queryable,
  { gameId, tournamentId }: TournamentKey,
): Promise<RegistrationRow | undefined> {
  const [registration] = await findRegistrations(db, [tournamentId]);
  if (registration !== undefined && registration.gameId !== gameId) throw tournamentNotFound();
  return registration;
}

/** Makes sure that a game's tournament has a registration, also when nobody joined yet; throws why not. */
export async function requireRegistration(
  context: RegistrationContext,
  key: TournamentKey,
): Promise<void> {
  if ((await findOwnRegistration(context.db, key)) !== undefined) return;
  const refusal = await openRegistration(context, key);
  if (refusal) throw refusal;
}

/**
 * Locks the registration of a tournament that is under way, for whatever changes entries that there
 * are. Throws TOURNAMENT_ENDED from its end on, TOURNAMENT_NOT_PUBLISHED once it is closed.
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
 * Throws TOURNAMENT_NOT_FOUND unless the tournament is the game's. Asks the tournament service
 * only about tournaments that nobody joined yet, and returns what it says of them.
 */
export async function requireTournament(
  { db, tournaments }: RegistrationContext,
  key: TournamentKey,
): Promise<Tournament | undefined> {
  const registration = await findOwnRegistration(db, key);
  if (registration !== undefined && wasOpened(registration)) return undefined;
  try {
    const { gameId, tournamentId } = key;
    return await lookUp(tournaments, { gameId, tournamentId });
  } catch (error) {
    throw refusedFor(error, "TOURNAMENT_NOT_FOUND") ? tournamentNotFound() : error;
  }
}

/**
 * Whether a game's tournament has no board because nobody joined it yet. False when one was opened since
 * it was looked for; throws SCORES_NOT_ENABLED for a tournament that takes no scores.
 */
export async function hasNoBoard(
  context: RegistrationContext,
  { gameId, tournamentId }: TournamentKey,
): Promise<boolean> {
  const tournament = await requireTournament(context, { gameId, tournamentId });
  if (tournament?.terms?.scoring) return true;
  const [opened] = tournament ? [] : await findBoards(context.db, [tournamentId]);
  if (opened === undefined) throw scoresNotEnabled();
  return false;
}
