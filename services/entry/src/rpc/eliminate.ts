import { create } from "@bufbuild/protobuf";
import type { Tx } from "@tms/kit/database";
import { once } from "@tms/kit/requests";
import {
  EliminateRequestSchema,
  EliminateResponseSchema,
  type EliminateRequest,
  type EliminateResponse,
} from "@tms/proto/tms/entry/v1/entry";
import type { Context } from "../context.ts";
import { countElimination, lockBooks, type BookRow } from "../db/books.ts";
import { findEntries } from "../db/entries.ts";
import { eliminateEntries } from "../db/ranking.ts";
import { countPending } from "../db/pending.ts";
import { entryMessage } from "../messages.ts";
import { notPublished, tournamentEnded } from "../seating.ts";
import { findSurvivors } from "../survivors.ts";
import { requireBook } from "../tournaments.ts";

/** Eliminates gamers together, all or none. */
export async function eliminate(
  context: Context,
  request: EliminateRequest,
): Promise<EliminateResponse> {
  await requireBook(context, request);
  return await once(
    context.db,
    {
      step: "entry.eliminate",
      input: EliminateRequestSchema,
      output: EliminateResponseSchema,
      request,
    },
    (tx) => eliminateIn(tx, request),
  );
}

async function eliminateIn(tx: Tx, request: EliminateRequest): Promise<EliminateResponse> {
  // The lock makes eliminations of a tournament one after another, so ranks cannot collide.
  const [book] = await lockBooks(tx, [request.tournamentId]);
  if (book === undefined) throw notPublished();
  if (book.read_at >= book.ends_at) throw tournamentEnded();
  if (book.closed_at !== null) throw notPublished();
  const survivors = await findSurvivors(tx, request, request.handles, (i) => `handles[${i}]`);
  const ids = survivors.map((entry) => entry.id);
  const rank = (await stillIn(tx, book)) - ids.length + 1;
  await eliminateEntries(tx, ids, book.eliminated + ids.length, rank);
  await countElimination(tx, book.tournament_id, ids.length);
  const after = new Map((await findEntries(tx, ids)).map((entry) => [entry.id, entry]));
  const entries = ids.flatMap((id) => after.get(id) ?? []);
  return create(EliminateResponseSchema, { entries: entries.map(entryMessage) });
}

async function stillIn(tx: Tx, book: BookRow): Promise<number> {
  const pending = await countPending(tx, book.tournament_id);
  return book.seats_taken - pending - book.eliminated;
}
