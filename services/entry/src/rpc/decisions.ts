import type { Tx } from "@tms/kit/database/handle";
import { once } from "@tms/kit/database/idempotent";
import { stageEvents } from "@tms/kit/events/stage";
import type { NewEvent } from "@tms/kit/events/event";
import { originOf, type Origin } from "@tms/kit/rpc/origin";
import { nameOf } from "@tms/kit/values/input";
import type { Entry } from "@tms/proto/tms/entry/v1/entry";
import type { Context, Rpcs } from "../context.ts";
import { lockBoards } from "../db/boards.ts";
import {
  eliminateEntries,
  recordDecision,
  setDisqualified,
  undoElimination,
} from "../db/decisions.ts";
import { findConfirmedEntries, findEntries, type EntryRow } from "../db/entries.ts";
import type { RegistrationRow, TournamentKey } from "../db/registrations.ts";
import { scoreReviewedEvent } from "../events.ts";
import { entryMessage, reviewedMessage, SCORE_VERDICTS } from "../messages.ts";
import { withRanks } from "../ranking/entry-rank.ts";
import { getNamed, unlessIn, type Ineligible } from "../ranking/named-entries.ts";
import { lockWhileOpen, requireRegistration } from "../registration.ts";
import { placeEntries } from "../scoring/change-standings.ts";
import { reviewScores as review } from "../scoring/review-scores.ts";

/** Eliminates gamers together, all or none. */
export const eliminate =
  (context: Context): Rpcs["eliminate"] =>
  async (request, call) => {
    await requireRegistration(context, request);
    return await once(context.db, "entry.eliminate", call, request, (tx) =>
      decide(tx, request, originOf(call), {
        unless: unlessIn,
        async change(named) {
          await eliminateEntries(tx, request.tournamentId, idsOf(named));
          return [];
        },
        toChange: (entry) => ({ case: "entryEliminated", value: { entry } }),
      }),
    );
  };

/** Takes gamers out of the ranking, all or none. */
export const disqualify =
  (context: Context): Rpcs["disqualify"] =>
  async (request, call) => {
    const reason = readReason(request);
    await requireRegistration(context, request);
    return await once(context.db, "entry.disqualify", call, request, (tx) =>
      decide(tx, request, originOf(call), {
        unless: unlessRanked,
        async change(named, { tournamentId }, origin) {
          const decision = { decision: "disqualify", reason, origin } as const;
          const at = await recordDecision(tx, tournamentId, named, decision);
          await setDisqualified(tx, idsOf(named), true, at);
          return [];
        },
        toChange: (entry) => ({ case: "entryDisqualified", value: { entry, reason } }),
      }),
    );
  };

/** Brings back gamers who are disqualified or were eliminated last, all or none. */
export const reinstate =
  (context: Context): Rpcs["reinstate"] =>
  async (request, call) => {
    const reason = readReason(request);
    await requireRegistration(context, request);
    return await once(context.db, "entry.reinstate", call, request, (tx) =>
      decide(tx, request, originOf(call), {
        unless: unlessOut,
        async change(named, registration, origin) {
          const decision = { decision: "reinstate", reason, origin } as const;
          const at = await recordDecision(tx, registration.tournamentId, named, decision);
          return await undo(tx, registration, named, at);
        },
        toChange: (entry) => ({ case: "entryReinstated", value: { entry, reason } }),
      }),
    );
  };

/** Reviews attempts, all or none. */
export const reviewScores =
  (context: Context): Rpcs["reviewScores"] =>
  async (request, call) => {
    const { gameId, scoreIds } = request;
    const reason = readReason(request);
    await requireRegistration(context, request);
    const verdict = SCORE_VERDICTS.word(request.verdict);
    if (verdict === undefined) throw new Error("a verdict is unknown");
    return await once(context.db, "entry.review-scores", call, request, async (tx) => {
      const origin = originOf(call);
      const scores = await review(tx, request, { scoreIds, verdict, reason, origin }, call.signal);
      await stageEvents(
        tx,
        scores.map((score) => scoreReviewedEvent(gameId, score, origin)),
      );
      // The response has no reasons. They are all equal, and a thousand long reasons do not fit into a
      // response.
      return { scores: scores.map((score) => reviewedMessage(score, { withReasons: false })) };
    });
  };

const MAX_REASON_LENGTH = 500;

/** Returns the reason to store. Throws INVALID_ARGUMENT if it is blank or too long. */
const readReason = ({ reason }: { reason: string }): string =>
  nameOf("reason", reason, MAX_REASON_LENGTH);

const idsOf = (entries: readonly EntryRow[]): string[] => entries.map(({ id }) => id);

/** A decision on entries. */
interface Decision {
  /** Returns the reason why an entry is refused. */
  unless: (entry: EntryRow, registration: RegistrationRow) => Ineligible | undefined;
  /** Changes the entries. Returns the ids of other entries that get a new sort key. */
  change: (
    named: readonly EntryRow[],
    registration: RegistrationRow,
    origin: Origin,
  ) => Promise<string[]>;
  toChange: (entry: Entry) => NewEvent["change"];
}

/**
 * Changes the entries of the named gamers under the lock of their registration, then updates their sort keys.
 * Stages an event for each entry. Returns the changed entries in the order of the handles.
 */
async function decide(
  tx: Tx,
  request: TournamentKey & { handles: readonly string[] },
  origin: Origin,
  { unless, change, toChange }: Decision,
): Promise<{ entries: Entry[] }> {
  const { tournamentId, handles } = request;
  const registration = await lockWhileOpen(tx, request);
  const named = await getNamed(
    tx,
    request,
    handles,
    (i) => `handles[${i}]`,
    (entry) => unless(entry, registration),
  );
  // Scores read the time under the lock of the board. A decision that waits for scores must not have an
  // earlier time than these scores.
  if (registration.scored) await lockBoards(tx, [tournamentId]);
  const moved = await change(named, registration, origin);
  if (registration.scored) {
    const others = moved.length === 0 ? [] : await findEntries(tx, moved);
    await placeEntries(tx, tournamentId, [...named, ...others]);
  }
  const gamerIds = named.map(({ gamerId }) => gamerId);
  const changed = await withRanks(tx, await findConfirmedEntries(tx, tournamentId, gamerIds));
  const byId = new Map(changed.map((row) => [row.id, row]));
  const rows = named.flatMap(({ id }) => byId.get(id) ?? []);
  const decided = rows.map((row) => ({ entry: entryMessage(row), time: row.updatedAt }));
  const events = decided.map(({ entry, time }) => {
    return { gameId: request.gameId, time, origin, change: toChange(entry) };
  });
  await stageEvents(tx, events);
  return { entries: decided.map(({ entry }) => entry) };
}

/** Undoes disqualifications and eliminations. Returns the ids of other entries that get a new exit number. */
async function undo(
  tx: Tx,
  { tournamentId, eliminated }: RegistrationRow,
  named: readonly EntryRow[],
  at: Date,
): Promise<string[]> {
  const disqualified = idsOf(named.filter((entry) => entry.disqualified));
  const out = idsOf(named.filter((entry) => !entry.disqualified));
  // Eliminations go first: a disqualified entry may have the same exit number.
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
  if (entry.exitNumber !== eliminated)
    return [
      "ELIMINATION_NOT_LATEST",
      "was not eliminated last. Reinstate later eliminations first",
    ];
  return undefined;
}
