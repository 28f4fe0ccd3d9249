import { at } from "../fixture.ts";
import { callsOf, type Call, type History } from "../history.ts";
import type { KeyPlan, PeopleIntent, RoleWord } from "../people/plan.ts";

/** What a person may be in a game; null for a stranger. */
export type MaybeRole = RoleWord | null;

/** An operation that a person does in a game. */
export type TeamIntent = Extract<PeopleIntent, { team: number; person: number }>;

/** The gateway believes a role, a session and a key for so long. */
export const KEPT_MS = 5_000;
/** A request that nobody waits for any more may still take effect until its deadlines are over. */
export const GHOST_MS = 12_000;

const DEVELOPING = [
  "read",
  "tournaments:write",
  "entries:write",
  "scores:write",
  "webhooks:write",
  "keys:write",
];
const OWNING = [...DEVELOPING, "wallets:write", "members:write"];

/** Whether a role is enough for these scopes. Developers move money in test alone. */
export function holds(role: MaybeRole, scopes: readonly string[], mode: KeyPlan["mode"] = "live") {
  const held = {
    owner: OWNING,
    developer: mode === "test" ? [...DEVELOPING, "wallets:write"] : DEVELOPING,
    viewer: ["read"],
  };
  return role !== null && scopes.every((scope) => held[role].includes(scope));
}

/** A moment, somewhere in between, from which on a person has a role, or none. */
export interface Change {
  person: number;
  role: MaybeRole;
  earliest: number;
  latest: number;
  /** False for a refused call of which an earlier attempt was never answered. */
  certain: boolean;
  call: Call;
}

/** Every change of a role in a game that was made, or may have been. */
export function changesIn(history: History, team: number): Change[] {
  const changeOf = (call: Call, person: number, role: MaybeRole): Change => ({
    person,
    role,
    earliest: call.startedAt,
    latest: call.outcome.kind === "acknowledged" ? call.endedAt : call.endedAt + GHOST_MS,
    certain: call.outcome.kind === "acknowledged",
    call,
  });
  const invited = callsOf(history, "invite").filter(({ intent }) => intent.team === team);
  const roleOf = (guest: number) =>
    invited.find(({ intent }) => intent.guest === guest)?.intent.role ?? null;
  return [
    ...callsOf(history, "create-game").map((call) => changeOf(call, call.intent.person, "owner")),
    ...callsOf(history, "accept").map((call) =>
      changeOf(call, call.intent.person, roleOf(call.intent.person)),
    ),
    ...callsOf(history, "change-role").map((call) =>
      changeOf(call, call.intent.member, call.intent.role),
    ),
    ...callsOf(history, "remove").map((call) => changeOf(call, call.intent.member, null)),
  ].filter(
    ({ call }) => "team" in call.intent && call.intent.team === team && mayHaveHappened(call),
  );
}

/** Whether a call took effect, or may have before its repeat was refused. */
export const mayHaveHappened = ({ outcome, unanswered }: Call): boolean =>
  outcome.kind === "acknowledged" || unanswered > 0;

/**
 * What a person may have been in a game at some moment between two: whatever a change made of them
 * that had begun by then, unless another one had certainly followed before.
 */
export function rolesDuring(
  history: History,
  { team, person }: { team: number; person: number },
  [from, to]: readonly [number, number],
  except?: Call,
): Set<MaybeRole> {
  const changes = changesIn(history, team).filter(
    (change) => change.person === person && change.call !== except,
  );
  const isOver = (latest: number) =>
    changes.some((next) => next.certain && next.earliest > latest && next.latest < from);
  const begun = changes.filter(({ earliest, latest }) => earliest <= to && !isOver(latest));
  return new Set([...(isOver(-Infinity) ? [] : [null]), ...begun.map(({ role }) => role)]);
}

/** What the person of a call may have been to the gateway meanwhile. */
export const rolesOfCaller = (history: History, call: Call<TeamIntent>): MaybeRole[] => [
  ...rolesDuring(history, call.intent, [call.startedAt - KEPT_MS, call.endedAt], call),
];

/** Whether a game may have had nobody but one person for an owner while a call went on. */
export const mayBeLastOwner = (history: History, call: Call<TeamIntent>, person: number) =>
  !others(history, person).some((other) => {
    const roles = rolesMeanwhile(history, call, other);
    return roles.size === 1 && roles.has("owner");
  });

/** Whether one person was certainly the only owner of a game while a call went on. */
export const isLastOwner = (history: History, call: Call<TeamIntent>, person: number) => {
  const roles = rolesMeanwhile(history, call, person);
  const isOwner = roles.size === 1 && roles.has("owner");
  return (
    isOwner &&
    !others(history, person).some((other) => rolesMeanwhile(history, call, other).has("owner"))
  );
};

/** What somebody may have been in the game of a call while it went on. */
export const rolesMeanwhile = (history: History, call: Call<TeamIntent>, person: number) =>
  rolesDuring(history, { team: call.intent.team, person }, [call.startedAt, call.endedAt], call);

const others = ({ fixture }: History, person: number): number[] =>
  [...fixture.people.people.keys()].filter((other) => other !== person);

/** Whoever may be an owner of a game once everything has come to rest. */
export const possibleRoles = (history: History, team: number, person: number): MaybeRole[] => [
  ...rolesDuring(history, { team, person }, [Infinity, Infinity]),
];

/** The mode of a key in the plan. */
export const modeOf = ({ fixture }: History, key: number): KeyPlan["mode"] =>
  at(fixture.people.keys, key).plan.mode;
