import { bearer, fromElsewhere } from "../../../harness/people.ts";
import { at, type Fixture } from "../../fixture.ts";
import type { LiveTeam } from "../../people/fixture.ts";
import type { KeyPlan } from "../../people/plan.ts";
import { holds, rolesOfCaller, type TeamIntent } from "../../model/roles.ts";
import type { Aftermath, Behaviour, Mending } from "../behaviour.ts";
import type { Call } from "../../history.ts";

/** The credential of a person, who comes from where nobody else does. */
export const asPerson = ({ people }: Fixture, person: number, gameId?: string) => ({
  ...bearer(at(people.people, person)),
  ...fromElsewhere(),
  ...(gameId !== undefined && { "x-game-id": gameId }),
});

/** Headers of whoever needs no credential. */
export const asAnybody = fromElsewhere;

/** A token that has expired, also by a clock that is set wrong, is replaced. */
export const newToken: Mending<TeamIntent> = {
  code: "token_invalid",
  by: ({ person }, { people }) => people.renew(at(people.people, person)),
  may: (_, { history }) => history.tokensMayExpire,
};

/** The path of a team's game, below which its members are. */
export const pathOf = ({ people }: Fixture, team: number): string =>
  `/game/${gameOf(at(people.teams, team)).id}`;

/** The id of a team's environment. */
export const environmentOf = ({ people }: Fixture, team: number, mode: KeyPlan["mode"]): string =>
  gameOf(at(people.teams, team)).environments[mode].id;

function gameOf({ game }: LiveTeam) {
  if (game === undefined) throw new Error("an operation needs a game that was never created");
  return game;
}

/** Waits for the game and for the person, to become a member of it where they are invited. */
export async function isInTeam({ team, person }: TeamIntent, { people }: Fixture) {
  const live = at(people.teams, team);
  const isThere = (await verified(people, person)) && (await live.created.promise);
  await live.guests.get(person)?.joined.promise;
  return isThere;
}

/** Waits for a person to have an account. */
export const verified = ({ people }: Fixture["people"], person: number) =>
  at(people, person).verified.promise;

/** Waits for a member who is to be changed, too. */
export const knowsMember = async (intent: TeamIntent & { member: number }, fixture: Fixture) =>
  (await isInTeam(intent, fixture)) && (await verified(fixture.people, intent.member));

/** Waits for a key that is to be changed, too. */
export const knowsKey = async (intent: TeamIntent & { key: number }, fixture: Fixture) =>
  (await isInTeam(intent, fixture)) && (await at(fixture.people.keys, intent.key).made.promise);

/** Where a person acts on a key. */
export function onKey({ team, person, key }: TeamIntent & { key: number }, fixture: Fixture) {
  const { id, plan } = at(fixture.people.keys, key);
  const headers = asPerson(fixture, person, environmentOf(fixture, team, plan.mode));
  return { path: `/key/${id}`, headers };
}

/** Whether a person has the scopes for certain, or may have. */
const mayHold = (call: Call<TeamIntent>, { history }: Aftermath, scopes: readonly string[]) =>
  rolesOfCaller(history, call).some((role) => holds(role, scopes));

/** Why a person was let in wrongly, if they were. */
export const wronglyLetIn = (
  call: Call<TeamIntent>,
  aftermath: Aftermath,
  ...scopes: readonly string[]
): string[] => (mayHold(call, aftermath, scopes) ? [] : ["let in somebody who had no such role"]);

/** When a person may be refused for what they are in a game. */
export const refusalsByRole = (
  ...scopes: readonly string[]
): Behaviour<TeamIntent>["refusals"] => ({
  scope_missing: (call, { history }) =>
    rolesOfCaller(history, call).some((role) => role !== null && !holds(role, scopes)),
  game_not_found: (call, { history }) => rolesOfCaller(history, call).includes(null),
});

/** Whether a person has the scopes still, so that a late repeat gets as far as its first answer. */
export const stillHolds =
  (...scopes: readonly string[]) =>
  (call: Call<TeamIntent>, { history }: Aftermath): boolean =>
    rolesOfCaller(history, { ...call, startedAt: Date.now(), endedAt: Infinity }).every((role) =>
      holds(role, scopes),
    );
