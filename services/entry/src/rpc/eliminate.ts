import { create } from "@bufbuild/protobuf";
import type { Tx } from "@tms/kit/database/handle";
import { idempotent } from "@tms/kit/database/idempotent";
import {
  EntryService,
  EliminateResponseSchema,
  type EliminateRequest,
  type EliminateResponse,
} from "@tms/proto/tms/entry/v1/entry";
import type { Context } from "../context.ts";
import { countElimination, lockRegistrations } from "../db/registrations.ts";
import { findConfirmed } from "../db/entries.ts";
import { eliminateEntries } from "../db/ranking.ts";
import { entryMessage } from "../messages.ts";
import { notPublished, tournamentEnded } from "../joining/decide-seats.ts";
import { findSurvivors } from "../ranking/still-in.ts";
import { requireRegistration } from "../tournaments.ts";

/** Eliminates gamers together, all or none. */
export async function eliminate(
  context: Context,
  request: EliminateRequest,
): Promise<EliminateResponse> {
  await requireRegistration(context, request);
  return await idempotent(
    context.db,
    {
      faultPoint: "entry.eliminate",
      method: EntryService.method.eliminate,
      request,
    },
    (tx) => eliminateIn(tx, request),
  );
}

async function eliminateIn(tx: Tx, request: EliminateRequest): Promise<EliminateResponse> {
  // The lock makes eliminations of a tournament one after another; moments and ranks follow.
  const [registration] = await lockRegistrations(tx, [request.tournamentId]);
  if (registration === undefined) throw notPublished();
  if (registration.read_at >= registration.ends_at) throw tournamentEnded();
  if (registration.closed_at !== null) throw notPublished();
  const survivors = await findSurvivors(tx, request, request.handles, (i) => `handles[${i}]`);
  const ids = survivors.map((entry) => entry.id);
  await eliminateEntries(
    tx,
    ids,
    await countElimination(tx, registration.tournament_id, ids.length),
  );
  const gamerIds = survivors.map((entry) => entry.gamer_id);
  const out = await findConfirmed(tx, registration.tournament_id, gamerIds);
  const after = new Map(out.map((entry) => [entry.id, entry]));
  const entries = ids.flatMap((id) => after.get(id) ?? []);
  return create(EliminateResponseSchema, { entries: entries.map(entryMessage) });
}
