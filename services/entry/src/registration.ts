import { timestampDate } from "@bufbuild/protobuf/wkt";
import type { CallOptions } from "@connectrpc/connect";
import { singleFlight } from "@tms/kit/batching/single-flight";
import { createBatcher } from "@tms/kit/batching/batcher";
import { DomainError } from "@tms/kit/errors/domain-error";
import { RemoteError, refusedFor } from "@tms/kit/errors/remote-error";
import { Status, type Tournament } from "@tms/proto/tms/tournament/v1/tournament";
import { LRUCache } from "lru-cache";
import {
  findOpened,
  insertRegistration,
  type TournamentKey,
  type NewRegistration,
} from "./db/registrations.ts";
import type { JoinContext } from "./joining/joins.ts";
import { notPublished, tournamentNotFound } from "./joining/decide-seats.ts";

const LOOKUP_TIMEOUT_MS = 3_000;
const FINDING = { maxBatch: 256, inFlight: 2, maxWaiting: 8_192 };
const MOST_KNOWN = 10_000;
// Tournaments nobody joined yet, each asked about by a call of its own.
const MOST_OPENING = 1_000;

/** Opens the registrations of published tournaments when they are first needed. */
export function createRegistrations(context: JoinContext) {
  // Registrations are never removed, so one that was seen is there.
  const known = new LRUCache<string, true>({ max: MOST_KNOWN });
  const finding = singleFlight<DomainError | undefined>();
  let opening = 0;
  const find = createBatcher<string, boolean>(async (ids, answer) => {
    const found = new Set(await findOpened(context.db, ids));
    ids.map((id) => found.has(id)).forEach(answer);
  }, FINDING);

  async function findOrOpen(key: TournamentKey): Promise<DomainError | undefined> {
    const refusal = (await find(key.tournamentId)) ? undefined : await openBounded(key);
    if (refusal === undefined) known.set(key.tournamentId, true);
    return refusal;
  }

  async function openBounded(key: TournamentKey): Promise<DomainError | undefined> {
    if (opening >= MOST_OPENING)
      return new DomainError("OVERLOADED", "Too many tournaments are being looked up.");
    opening++;
    return await openRegistration(context, key).finally(() => opening--);
  }

  return {
    /** Whether the registration is known to be open, or closed, without asking anybody. */
    isOpen: ({ tournamentId }: TournamentKey): boolean => known.has(tournamentId),

    /** Makes sure that there is a registration, asking once for all that wait; returns why there is none. */
    open: (key: TournamentKey): Promise<DomainError | undefined> =>
      finding(`${key.gameId}/${key.tournamentId}`, () => findOrOpen(key)),
  };
}

/**
 * Opens the registration of a published tournament that has none yet, by asking the tournament
 * service; from then on nobody is asked. Returns why there is no registration.
 */
export async function openRegistration(
  context: JoinContext,
  key: TournamentKey,
): Promise<DomainError | undefined> {
  try {
    const options: CallOptions = { timeoutMs: LOOKUP_TIMEOUT_MS };
    const { tournament } = await context.tournaments.getTournament(
      { ...key, withoutPrizePool: true },
      options,
    );
    if (tournament?.status !== Status.PUBLISHED) return notPublished();
    await insertRegistration(context.db, registrationOf(tournament));
    return undefined;
  } catch (error) {
    if (refusedFor(error, "TOURNAMENT_NOT_FOUND")) return tournamentNotFound();
    if (!(error instanceof RemoteError)) throw error;
    // One tournament that cannot be asked about must not fail the joins of others.
    return new DomainError("UNAVAILABLE", "The tournament cannot be looked up right now.", {
      cause: error,
    });
  }
}

function registrationOf(tournament: Tournament): NewRegistration {
  const { terms } = tournament;
  if (!terms?.endTime) throw new Error("a tournament came without its terms");
  const endsAt = timestampDate(terms.endTime);
  return {
    tournament_id: tournament.id,
    game_id: tournament.gameId,
    currency: tournament.currency,
    fee_minor: terms.entryFeeMinorUnits,
    payer: tournament.payer,
    max_entries: terms.maxEntries ?? null,
    registration_closes_at: terms.registrationCloseTime
      ? timestampDate(terms.registrationCloseTime)
      : endsAt,
    ends_at: endsAt,
  };
}
