import { rankRole, type Role } from "../model/roles.ts";
import {
  findAcknowledged,
  findCalls,
  isAcknowledged,
  mayHaveHappened,
  type Call,
  type History,
} from "./history.ts";
import type { Intent, IntentOf } from "./plan.ts";

// Facts about people, sessions and keys; `certainly…` and `maybe…` as in facts.ts.

/** An operation of a person in a game. */
export type TeamIntent = Extract<Intent, { team: number; person: number }>;

/** How long the gateway uses a role, a session or a key that it read before. */
export const CACHED_MS = 5_000;
/** How long a request can still take effect after its caller hung up. */
const GHOST_MS = 12_000;
/** How long the gateway uses a key after the game service is reachable again. */
const CACHED_AFTER_OUTAGE_MS = 7_500;
/** How long a repeated refresh gets the same token; later it ends the session. */
const REFRESH_GRACE_MS = 10_000;
const REFRESH_SLACK_MS = 500;

/** A moment, between two bounds, from which a person has a role, or none. */
interface Change {
  person: number;
  role: Role | null;
  earliest: number;
  latest: number;
  /** False for a refused call of which an earlier attempt had no answer. */
  certain: boolean;
  call: Call;
}

/** Returns every change of a role in a game that happened or may have happened. */
function findChanges(history: History, team: number): Change[] {
  const calls = findCalls(history, "create-game", "accept", "change-role", "remove");
  return calls
    .filter((call) => call.intent.team === team && mayHaveHappened(call))
    .map((call) => {
      const certain = isAcknowledged(call);
      const latest = certain ? call.endedAt : call.endedAt + GHOST_MS;
      return { ...toChange(call.intent, history), earliest: call.startedAt, latest, certain, call };
    });
}

function toChange(
  intent: IntentOf<"create-game" | "accept" | "change-role" | "remove">,
  history: History,
): Pick<Change, "person" | "role"> {
  const { person } = intent;
  switch (intent.kind) {
    case "create-game":
      return { person, role: "owner" };
    case "accept":
      return { person, role: findInvitation(history, intent)?.intent.role ?? null };
    case "change-role":
      return { person: intent.member, role: intent.role };
    case "remove":
      return { person: intent.member, role: null };
    default:
      return intent satisfies never;
  }
}

// Each person is invited to a game at most once.
const findInvitation = (history: History, { team, person }: IntentOf<"accept">) =>
  findCalls(history, "invite").find(
    ({ intent }) => intent.team === team && intent.guest === person,
  );

/**
 * Returns the roles that a person may have had in a game between two moments: each role whose change had
 * begun, unless another change certainly followed before.
 */
function findRolesBetween(
  history: History,
  { team, person }: { team: number; person: number },
  [from, to]: readonly [number, number],
  except?: Call,
): Set<Role | null> {
  const changes = findChanges(history, team).filter(
    (change) => change.person === person && change.call !== except,
  );
  const isReplaced = (latest: number) =>
    changes.some((next) => next.certain && next.earliest > latest && next.latest < from);
  const begun = changes.filter(({ earliest, latest }) => earliest <= to && !isReplaced(latest));
  return new Set([...(isReplaced(-Infinity) ? [] : [null]), ...begun.map(({ role }) => role)]);
}

/** Returns the roles that the gateway may have used for the caller. */
export const findCallerRoles = (call: Call<TeamIntent>, history: History): (Role | null)[] => [
  ...findRolesBetween(history, call.intent, [call.startedAt - CACHED_MS, call.endedAt], call),
];

/** Returns the roles that a person may have had in the game of a call during the call. */
export const findRolesDuring = (call: Call<TeamIntent>, history: History, person: number) =>
  findRolesBetween(
    history,
    { team: call.intent.team, person },
    [call.startedAt, call.endedAt],
    call,
  );

/** Returns the roles that a person may have in the end. */
export const findFinalRoles = (history: History, team: number, person: number): (Role | null)[] => [
  ...findRolesBetween(history, { team, person }, [Infinity, Infinity]),
];

const isOwner = (roles: ReadonlySet<Role | null>) => roles.size === 1 && roles.has("owner");

const findOthers = (call: Call<TeamIntent>, history: History, person: number) =>
  [...history.fixture.people.keys()]
    .filter((other) => other !== person)
    .map((other) => findRolesDuring(call, history, other));

export const maybeLastOwner = (call: Call<TeamIntent & { member: number }>, history: History) =>
  !findOthers(call, history, call.intent.member).some(isOwner);

export const certainlyLastOwner = (
  call: Call<TeamIntent & { member: number }>,
  history: History,
): boolean =>
  isOwner(findRolesDuring(call, history, call.intent.member)) &&
  !findOthers(call, history, call.intent.member).some((roles) => roles.has("owner"));

/** Whether an invitation may have ended because its sender may no longer give the role. */
export function maybeUninvited(call: Call<IntentOf<"accept">>, history: History): boolean {
  const invitation = findInvitation(history, call.intent);
  if (invitation === undefined) return false;
  const { intent, startedAt } = invitation;
  const roles = findRolesBetween(history, intent, [startedAt, call.endedAt]);
  return [...roles].some((role) => rankRole(role) < rankRole(intent.role));
}

/** Whether an invitation certainly had ended before the call. */
export function certainlyUninvited(call: Call<IntentOf<"accept">>, history: History): boolean {
  const invitation = findInvitation(history, call.intent);
  if (invitation === undefined || !isAcknowledged(invitation)) return false;
  const { team, person, role } = invitation.intent;
  return findChanges(history, team).some(
    (change) =>
      change.certain &&
      change.person === person &&
      rankRole(change.role) < rankRole(role) &&
      change.earliest > invitation.endedAt &&
      change.latest < call.startedAt,
  );
}

/** Returns the calls that end a key at once. */
export const findKeyEndings = (history: History, key: number): Call[] =>
  findCalls(history, "revoke-key", "roll-key").filter(
    ({ intent }) =>
      intent.key === key && (intent.kind === "revoke-key" || intent.graceSeconds === 0),
  );

export const findRolls = (history: History, key: number): Call<IntentOf<"roll-key">>[] =>
  findCalls(history, "roll-key").filter(({ intent }) => intent.key === key);

type KeyCall = Call<Extract<Intent, { key: number }>>;

export const maybeKeyEnded = (call: KeyCall, history: History): boolean =>
  findKeyEndings(history, call.intent.key).some(
    (ending) => ending !== call && mayHaveHappened(ending) && ending.startedAt <= call.endedAt,
  );

export const certainlyKeyEnded = (call: KeyCall, history: History): boolean =>
  findKeyEndings(history, call.intent.key).some(
    (ending) => ending !== call && isAcknowledged(ending) && ending.endedAt < call.startedAt,
  );

/** Returns the moment from which a key must be refused; Infinity if it never ended. */
export const getRefusedFrom = (history: History, key: number): number =>
  toRefusedFrom(history, findKeyEndings(history, key).filter(isAcknowledged));

/** Returns the moment from which an access token must be refused; Infinity if its session never ended. */
export const getTokenRefusedFrom = (history: History, session: number): number =>
  toRefusedFrom(history, findCertainEnds(history, session));

function toRefusedFrom({ gamesAwayUntil }: History, ends: readonly Call[]): number {
  if (ends.length === 0) return Infinity;
  return Math.max(
    Math.min(...ends.map(({ endedAt }) => endedAt)) + CACHED_MS,
    gamesAwayUntil === undefined ? 0 : gamesAwayUntil + CACHED_AFTER_OUTAGE_MS,
  );
}

/** Returns the calls by whose end a session certainly had ended. */
const findCertainEnds = (history: History, session: number): Call[] =>
  [
    ...findAcknowledged(history, "sign-out"),
    ...findCalls(history, "steal", "refresh").filter(
      ({ outcome }) => outcome.kind === "refused" && outcome.code === "session_ended",
    ),
  ].filter(({ intent }) => intent.session === session);

export const certainlyEnded = (history: History, session: number, by: number): boolean =>
  findCertainEnds(history, session).some(({ endedAt }) => endedAt < by);

/**
 * Whether a session may have ended before a moment: after a sign-out, a stolen token, or a refresh that
 * arrived so late that its token was an old one.
 */
export const maybeEnded = (history: History, session: number, by: number, except?: Call): boolean =>
  findCalls(history, "sign-out", "steal", "refresh")
    .filter(({ intent, unanswered }) => intent.kind !== "refresh" || unanswered > 0)
    .some((call) => call !== except && call.intent.session === session && call.startedAt <= by);

/** Whether a refresh was repeated so late that its first attempt may be forgotten. */
export const isRepeatedLate = ({ unanswered, startedAt, endedAt }: Call): boolean =>
  unanswered > 0 && endedAt - startedAt > REFRESH_GRACE_MS - REFRESH_SLACK_MS;

/** Returns the bounds of a session's generation after its refreshes. */
export function findGenerations(history: History, session: number): [min: number, max: number] {
  const refreshes = findCalls(history, "refresh").filter(
    ({ intent }) => intent.session === session,
  );
  const sure = refreshes.filter(({ answers }) => answers.length > 0);
  const unsure = refreshes.filter((call) => !sure.includes(call) && mayHaveHappened(call));
  return [1 + sure.length, 1 + sure.length + unsure.length];
}
