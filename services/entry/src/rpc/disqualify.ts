import type { Tx } from "@tms/kit/database/handle";
import { idempotent } from "@tms/kit/database/idempotent";
import { stageEvents } from "@tms/kit/events/stage";
import { originOf, type Origin } from "@tms/kit/rpc/origin";
import { EntryService, type DisqualifyRequest } from "@tms/proto/tms/entry/v1/entry";
import type { Context, Rpcs } from "../context.ts";
import { recordDecision, setDisqualified } from "../db/decisions.ts";
import { findConfirmedEntries, type EntryRow } from "../db/entries.ts";
import { disqualified } from "../events.ts";
import { entryMessage } from "../messages.ts";
import { withEliminationRank, type Ranked } from "../ranking/entry-rank.ts";
import { getNamed, inOrderOf, type Ineligible } from "../ranking/named-entries.ts";
import { reasonOf } from "../reason.ts";
import { lockWhileOpen, requireRegistration } from "../registration.ts";
import { placeEntries } from "../scoring/change-standings.ts";
import { entryStateOf } from "../scoring/places.ts";

const method = EntryService.method.disqualify;

/** Takes gamers out of the ranking, all or none. */
export const disqualify =
  (context: Context): Rpcs["disqualify"] =>
  async (request, call) => {
    const reason = reasonOf(request);
    await requireRegistration(context, request);
    const mutation = { faultPoint: "entry.disqualify", method, request } as const;
    return await idempotent(context.db, mutation, async (tx) => {
      const origin = originOf(call);
      const entries = await disqualifyIn(tx, { ...request, reason }, origin);
      await stageEvents(tx, disqualified(entries, reason, origin));
      return { entries: entries.map(entryMessage) };
    });
  };

async function disqualifyIn(
  tx: Tx,
  request: DisqualifyRequest,
  origin: Origin,
): Promise<Ranked<EntryRow>[]> {
  const { tournamentId, handles, reason } = request;
  const registration = await lockWhileOpen(tx, request);
  const named = await getNamed(tx, request, handles, (i) => `handles[${i}]`, unlessNotDisqualified);
  const before = named.map((entry) => ({ id: entry.id, was: entryStateOf(entry) }));
  const decision = { decision: "disqualify", reason, origin } as const;
  const at = await recordDecision(tx, tournamentId, before, decision);
  await setDisqualified(
    tx,
    named.map((entry) => entry.id),
    true,
    at,
  );
  if (registration.scored) await placeEntries(tx, tournamentId, named);
  const gamerIds = named.map((entry) => entry.gamerId);
  const after = await findConfirmedEntries(tx, tournamentId, gamerIds);
  return inOrderOf(named, after).map(withEliminationRank);
}

const unlessNotDisqualified = (entry: EntryRow): Ineligible | undefined =>
  entry.disqualified ? ["GAMER_DISQUALIFIED", "is already disqualified"] : undefined;
