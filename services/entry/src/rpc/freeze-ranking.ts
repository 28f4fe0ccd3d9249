import { create } from "@bufbuild/protobuf";
import { transaction, type Tx } from "@tms/kit/database";
import { DomainError } from "@tms/kit/errors";
import {
  FreezeRankingResponseSchema,
  type FreezeRankingRequest,
  type FreezeRankingResponse,
} from "@tms/proto/tms/entry/v1/entry";
import type { Context } from "../context.ts";
import { lockBooks, markFrozen } from "../db/books.ts";
import { findGamers } from "../db/gamers.ts";
import { countConfirmed, findRankGroups, rankEntries } from "../db/ranking.ts";
import { countPending } from "../db/pending.ts";
import { findBook } from "../tournaments.ts";
import { tournamentNotFound } from "../seating.ts";

/** Gives every entry its final rank, once; a repeat reads what was frozen. */
export async function freezeRanking(
  context: Context,
  request: FreezeRankingRequest,
): Promise<FreezeRankingResponse> {
  if ((await findBook(context.db, request)) === undefined) throw tournamentNotFound();
  await transaction(context.db, "entry.freeze-ranking", (tx) => freeze(tx, request));
  const { tournamentId } = request;
  const [entries, groups] = await Promise.all([
    countConfirmed(context.db, tournamentId),
    findRankGroups(context.db, tournamentId, request.groups),
  ]);
  return create(FreezeRankingResponseSchema, { entries, groups });
}

async function freeze(tx: Tx, request: FreezeRankingRequest): Promise<void> {
  const { tournamentId, gameId, finalRanks } = request;
  const [book] = await lockBooks(tx, [tournamentId]);
  if (book === undefined || book.frozen_at !== null) return;
  if (book.closed_at === null || (await countPending(tx, tournamentId)) > 0)
    throw new DomainError("UNAVAILABLE", "The entry book is not closed, or joins are under way.");
  const names = finalRanks.map(({ handle }) => ({ gameId, handle: handle.normalize("NFC") }));
  const known = names.length > 0 ? await findGamers(tx, names) : [];
  const gamers = new Map(known.map((g) => [g.handle, g.id]));
  // Whom the game placed but who is not known was refused when the ranks were checked.
  const placed = finalRanks.flatMap(({ handle, rank }) => {
    const gamerId = gamers.get(handle.normalize("NFC"));
    return gamerId === undefined ? [] : [{ gamerId, rank }];
  });
  await rankEntries(tx, tournamentId, placed);
  await markFrozen(tx, [tournamentId]);
}
