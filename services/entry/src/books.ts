import { timestampDate } from "@bufbuild/protobuf/wkt";
import type { CallOptions } from "@connectrpc/connect";
import { DomainError, RemoteError, refusedFor } from "@tms/kit/errors";
import { Status, type Tournament } from "@tms/proto/tms/tournament/v1/tournament";
import { findBooks, insertBook, type NewBook } from "./db/books.ts";
import type { JoinContext } from "./joins.ts";
import { notPublished, tournamentNotFound } from "./seating.ts";

/** Which tournament, asked about by which game. */
export interface BookKey {
  gameId: string;
  tournamentId: string;
}

const keyOf = (key: BookKey) => `${key.gameId}/${key.tournamentId}`;
const LOOKUP_TIMEOUT_MS = 3_000;

/**
 * Opens the entry books of published tournaments that have none yet, by asking the tournament
 * service; books once open ask nobody. Returns why a tournament has no book, by `gameId/id`.
 */
export async function openBooks(
  context: JoinContext,
  keys: readonly BookKey[],
): Promise<(key: BookKey) => DomainError | undefined> {
  const open = await findBooks(context.db, [...new Set(keys.map((key) => key.tournamentId))]);
  const known = new Set(open.map((book) => book.tournament_id));
  const missing = new Map(
    keys.filter((key) => !known.has(key.tournamentId)).map((key) => [keyOf(key), key]),
  );
  const refusals = new Map<string, DomainError>();
  await Promise.all(
    [...missing].map(async ([name, key]) => {
      const refusal = await openBook(context, key);
      if (refusal) refusals.set(name, refusal);
    }),
  );
  return (key) => refusals.get(keyOf(key));
}

async function openBook(context: JoinContext, key: BookKey): Promise<DomainError | undefined> {
  try {
    const options: CallOptions = { timeoutMs: LOOKUP_TIMEOUT_MS };
    const { tournament } = await context.tournaments.getTournament(
      { ...key, withoutPrizePool: true },
      options,
    );
    if (tournament?.status !== Status.PUBLISHED) return notPublished();
    await insertBook(context.db, bookOf(tournament));
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

function bookOf(tournament: Tournament): NewBook {
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
