import type { Tx } from "@tms/kit/database/handle";
import { idempotent } from "@tms/kit/database/idempotent";
import { stageEvents } from "@tms/kit/events/stage";
import { originOf, type Origin } from "@tms/kit/rpc/origin";
import { EntryService, type ReinstateRequest } from "@tms/proto/tms/entry/v1/entry";
import type { Context, Rpcs } from "../context.ts";
import { recordDecision, setDisqualified, undoElimination } from "../db/decisions.ts";
import { findConfirmedEntries, findEntries, type EntryRow } from "../db/entries.ts";
import type { RegistrationRow } from "../db/registrations.ts";
import { reinstated } from "../events.ts";
import { entryMessage } from "../messages.ts";
import { withEliminationRank, type Ranked } from "../ranking/entry-rank.ts";
import { getNamed, inOrderOf, type Ineligible } from "../ranking/named-entries.ts";
import { reasonOf } from "../reason.ts";
import { lockWhileOpen, requireRegistration } from "../registration.ts";
import { placeEntries } from "../scoring/change-standings.ts";
import { entryStateOf } from "../scoring/places.ts";

const method = EntryService.method.reinstate;

/** Undoes disqualifications, or the latest elimination of some gamers, all or none. */
export const reinstate =
  (context: Context): Rpcs["reinstate"] =>
  async (request, call) => {
    const reason = reasonOf(request);
    await requireRegistration(context, request);
    const mutation = { faultPoint: "entry.reinstate", method, request } as const;
    return await idempotent(context.db, mutation, async (tx) => {
      const origin = originOf(call);
      const entries = await reinstateIn(tx, { ...request, reason }, origin);
      await stageEvents(tx, reinstated(entries, reason, origin));
      return { entries: entries.map(entryMessage) };
    });
  };

async function reinstateIn(
  tx: Tx,
  request: ReinstateRequest,
  origin: Origin,
): Promise<Ranked<EntryRow>[]> {
  const { tournamentId, handles, reason } = request;
  const registration = await lockWhileOpen(tx, request);
  const named = await getNamed(
    tx,
    request,
    handles,
    (i) => `handles[${i}]`,
    (entry) => unlessUndoable(entry, registration),
  );
  const before = named.map((entry) => ({ id: entry.id, was: entryStateOf(entry) }));
  const decision = { decision: "reinstate", reason, origin } as const;
  const at = await recordDecision(tx, tournamentId, before, decision);
  const others = await undo(tx, registration, named, at);
  if (registration.scored) {
    const isNamed = new Set(named.map((entry) => entry.id));
    const moved = await findEntries(
      tx,
      others.filter((id) => !isNamed.has(id)),
    );
    await placeEntries(tx, tournamentId, [...named, ...moved]);
  }
  const gamerIds = named.map((entry) => entry.gamerId);
  const after = await findConfirmedEntries(tx, tournamentId, gamerIds);
  return inOrderOf(named, after).map(withEliminationRank);
}

/** Undoes what took entries out; returns the ids of others that stand elsewhere by that. */
async function undo(
  tx: Tx,
  { tournamentId, eliminated }: RegistrationRow,
  named: readonly EntryRow[],
  at: Date,
): Promise<string[]> {
  const idsOf = (disqualified: boolean) =>
    named.filter((entry) => entry.disqualified === disqualified).map((entry) => entry.id);
  const back = idsOf(true);
  // Before these are eliminated again, with whom they may share the latest elimination.
  const out = idsOf(false);
  const others =
    out.length === 0 ? [] : await undoElimination(tx, tournamentId, out, eliminated, at);
  if (back.length > 0) await setDisqualified(tx, back, false, at);
  return others;
}

function unlessUndoable(entry: EntryRow, { eliminated }: RegistrationRow): Ineligible | undefined {
  if (entry.disqualified) return undefined;
  if (entry.exitNumber === null)
    return ["GAMER_NOT_DISQUALIFIED", "is neither disqualified nor eliminated"];
  // How many are out by now is the exit number of whoever went out last.
  if (entry.exitNumber !== eliminated)
    return [
      "ELIMINATION_NOT_LATEST",
      "was not eliminated last. Reinstate later eliminations first",
    ];
  return undefined;
}
