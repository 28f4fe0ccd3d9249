import { create } from "@bufbuild/protobuf";
import type { Db } from "@tms/kit/database/handle";
import { DomainError } from "@tms/kit/errors/domain-error";
import { normalizeHandle } from "@tms/kit/values/handles";
import { traced } from "@tms/kit/process/fault-points";
import { transaction } from "@tms/kit/database/transaction";
import {
  FreezeRankingResponseSchema,
  type FreezeRankingRequest,
  type FreezeRankingResponse,
} from "@tms/proto/tms/entry/v1/entry";
import type { Context } from "../context.ts";
import { findFinishedRegistration, markFrozen } from "../db/registrations.ts";
import { findConfirmed } from "../db/entries.ts";
import { findGamers } from "../db/gamers.ts";
import { countConfirmed, findRankGroups, rankPiece, type Place } from "../db/ranking.ts";
import { closeGaps } from "../ranking/competition-rank.ts";
import { tournamentNotFound } from "../joining/decide-seats.ts";
import { findRegistration } from "../tournaments.ts";

/** Gives every entry its final rank, once; a repeat reads what was frozen. */
export async function freezeRanking(
  context: Context,
  request: FreezeRankingRequest,
  signal: AbortSignal,
): Promise<FreezeRankingResponse> {
  const registration = await findRegistration(context.db, request);
  if (registration === undefined) throw tournamentNotFound();
  if (registration.frozen_at === null) await freeze(context.db, request, signal);
  const { tournamentId } = request;
  const [entries, groups] = await Promise.all([
    countConfirmed(context.db, tournamentId),
    findRankGroups(context.db, tournamentId, request.groups),
  ]);
  return create(FreezeRankingResponseSchema, { entries, groups });
}

/**
 * Ranks in pieces, each committed by itself: however long it takes in all, no lock is held for
 * long, and a call that is cut off leaves its repeat less to do. The registration is finished, so what is
 * ranked does not change meanwhile.
 */
async function freeze(db: Db, request: FreezeRankingRequest, signal: AbortSignal): Promise<void> {
  const { tournamentId } = request;
  const registration = await findFinishedRegistration(db, tournamentId);
  if (registration === undefined)
    throw new DomainError("UNAVAILABLE", "The registration is not closed, or joins are under way.");
  const places = await placesOf(db, request);
  // Without places every rank follows from who went out when.
  let unranked = places.length > 0;
  while (unranked) {
    // The repeat of a call nobody waits for any more would meet it at work.
    signal.throwIfAborted();
    unranked = await transaction(db, "entry.rank-piece", (tx) =>
      rankPiece(tx, tournamentId, places),
    );
  }
  await traced("entry.freeze-ranking", () => markFrozen(db, [tournamentId]));
}

/** The ranks of those placed by their game who are in to the end, without gaps. */
async function placesOf(db: Db, request: FreezeRankingRequest): Promise<Place[]> {
  const { gameId, tournamentId, finalRanks } = request;
  if (finalRanks.length === 0) return [];
  // Whom the game placed but who is not known was refused when the ranks were checked.
  const given = new Map(
    finalRanks.map(({ handle, rank }, index) => [
      normalizeHandle(handle, () => `final_ranks[${index}].handle`),
      rank,
    ]),
  );
  const gamers = await findGamers(
    db,
    Array.from(given.keys(), (handle) => ({ gameId, handle })),
  );
  const ids = gamers.map((gamer) => gamer.id);
  const placed = (await findConfirmed(db, tournamentId, ids)).filter((e) => e.round === null);
  const ranks = closeGaps(placed.map(({ handle }) => given.get(handle) ?? 0));
  return placed.map(({ gamer_id: gamerId }, index) => ({ gamerId, rank: ranks[index] ?? 0 }));
}
