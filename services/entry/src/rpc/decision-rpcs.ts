import type { Tx } from "@tms/kit/database/handle";
import { once } from "@tms/kit/database/idempotent";
import { stageEvents } from "@tms/kit/events/stage";
import type { NewEvent } from "@tms/kit/events/event";
import type { Origin } from "@tms/kit/rpc/origin";
import { required } from "@tms/kit/errors/domain-error";
import { nameOf } from "@tms/kit/values/input";
import type { Entry } from "@tms/proto/tms/entry/v1/entry";
import type { Rpcs } from "../context.ts";
import { lockOpenBoard } from "../db/boards.ts";
import {
  eliminateEntries,
  recordDecision,
  setDisqualified,
  undoElimination,
} from "../db/decisions.ts";
import { findConfirmedEntries, findEntries, type EntryRow } from "../db/entries.ts";
import type { RegistrationRow, TournamentKey } from "../db/registrations.ts";
import { scoreReviewedEvent, entryMessage, reviewedMessage, SCORE_VERDICTS } from "../messages.ts";
import { withRanks } from "../ranking/entry-rank.ts";
import { getNamed, unlessIn, type Ineligible } from "../ranking/named-entries.ts";
import { lockWhileOpen, requireRegistration } from "../registration.ts";
import { placeEntries } from "../scoring/change-standings.ts";
import { reviewScores as review } from "../scoring/review-scores.ts";

export const decisionRpcs = {
  async eliminate(context, request, call) {
    await requireRegistration(context, request);
    return await once(context.db, "entry.eliminate", call, request, (tx, origin) =>
      decide(tx, request, origin, {
        unless: unlessIn,
        change: (named) => eliminateEntries(tx, request.tournamentId, idsOf(named)),
        toChange: (entry) => ({ case: "entryEliminated", value: { entry } }),
      }),
    );
  },

  async disqualify(context, request, call) {
    const reason = readReason(request);
    await requireRegistration(context, request);
    return await once(context.db, "entry.disqualify", call, request, (tx, origin) =>
      decide(tx, request, origin, {
        unless: unlessRanked,
        async change(named) {
          const decision = { decision: "disqualify", reason, origin } as const;
          const at = await recordDecision(tx, request.tournamentId, named, decision);
          await setDisqualified(tx, idsOf(named), true, at);
        },
        toChange: (entry) => ({ case: "entryDisqualified", value: { entry, reason } }),
      }),
    );
  },

  async reinstate(context, request, call) {
    const reason = readReason(request);
    await requireRegistration(context, request);
    return await once(context.db, "entry.reinstate", call, request, (tx, origin) =>
      decide(tx, request, origin, {
        unless: unlessOut,
        async change(named, registration) {
          const decision = { decision: "reinstate", reason, origin } as const;
          const at = await recordDecision(tx, request.tournamentId, named, decision);
          return await undo(tx, registration, named, at);
        },
        toChange: (entry) => ({ case: "entryReinstated", value: { entry, reason } }),
      }),
    );
  },

  async reviewScores(context, request, call) {
    const reason = readReason(request);
    await requireRegistration(context, request);
    const verdict = required(SCORE_VERDICTS.word(request.verdict), "a verdict is unknown");
    return await once(context.db, "entry.review-scores", call, request, async (tx, origin) => {
      const scores = await review(tx, request, { verdict, reason, origin }, call.signal);
      const events = scores.map((score) => scoreReviewedEvent(request.gameId, score, origin));
      await stageEvents(tx, events);
      // The response has no reasons, because all are equal, and a thousand long reasons would not fit.
      return { scores: scores.map((score) => reviewedMessage(score, { withReasons: false })) };
    });
  },
} satisfies Rpcs;

const MAX_REASON_LENGTH = 500;

const readReason = ({ reason }: { reason: string }) => nameOf("reason", reason, MAX_REASON_LENGTH);

const idsOf = (entries: readonly EntryRow[]) => entries.map(({ id }) => id);

interface Decision {
  unless: (entry: EntryRow, registration: RegistrationRow) => Ineligible | undefined;
  /** Changes the entries. Returns the ids of other entries that get a new sort key, if any. */
  change: (named: readonly EntryRow[], registration: RegistrationRow) => Promise<string[] | void>;
  toChange: (entry: Entry) => NewEvent["change"];
}

/** Changes entries under the lock of their registration, updates their sort keys, and stages their events. */
async function decide(
  tx: Tx,
  request: TournamentKey & { handles: readonly string[] },
  origin: Origin,
  { unless, change, toChange }: Decision,
) {
  const { gameId, tournamentId, handles } = request;
  const registration = await lockWhileOpen(tx, request);
  const toRefusal = (entry: EntryRow) => unless(entry, registration);
  const named = await getNamed(tx, request, handles, (i) => `handles[${i}]`, toRefusal);
  // Locks the board before `change` reads the time, so that no earlier score has a later time.
  if (registration.scored) await lockOpenBoard(tx, tournamentId);
  const moved = (await change(named, registration)) ?? [];
  if (registration.scored) {
    const others = moved.length === 0 ? [] : await findEntries(tx, moved);
    await placeEntries(tx, tournamentId, [...named, ...others]);
  }
  const gamerIds = named.map(({ gamerId }) => gamerId);
  const changed = await withRanks(tx, await findConfirmedEntries(tx, tournamentId, gamerIds));
  const byId = new Map(changed.map((row) => [row.id, row]));
  const rows = named.flatMap(({ id }) => byId.get(id) ?? []);
  const decided = rows.map((row) => ({ entry: entryMessage(row), time: row.updatedAt }));
  await stageEvents(
    tx,
    decided.map(({ entry, time }) => ({ gameId, time, origin, change: toChange(entry) })),
  );
  return { entries: decided.map(({ entry }) => entry) };
}

/** Undoes disqualifications and eliminations. Returns the ids of other entries that get a new exit number. */
async function undo(
  tx: Tx,
  { tournamentId, eliminated }: RegistrationRow,
  named: readonly EntryRow[],
  at: Date,
) {
  const disqualified = idsOf(named.filter((entry) => entry.disqualified));
  const out = idsOf(named.filter((entry) => !entry.disqualified));
  // `moved` may contain named disqualified entries, because they can have the same exit number.
  const moved =
    out.length === 0 ? [] : await undoElimination(tx, tournamentId, out, eliminated, at);
  if (disqualified.length > 0) await setDisqualified(tx, disqualified, false, at);
  const isNamed = new Set(disqualified);
  return moved.filter((id) => !isNamed.has(id));
}

const unlessRanked = (entry: EntryRow): Ineligible | undefined =>
  entry.disqualified ? ["GAMER_DISQUALIFIED", "is already disqualified"] : undefined;

function unlessOut(entry: EntryRow, { eliminated }: RegistrationRow): Ineligible | undefined {
  if (entry.disqualified) return undefined;
  if (entry.exitNumber === null)
    return ["GAMER_NOT_DISQUALIFIED", "is neither disqualified nor eliminated"];
  // The number of eliminated entries is the exit number of the latest elimination.
  const description = "was not eliminated last. Reinstate later eliminations first";
  return entry.exitNumber === eliminated ? undefined : ["ELIMINATION_NOT_LATEST", description];
}
