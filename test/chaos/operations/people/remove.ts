import { at } from "../../fixture.ts";
import { isLastOwner, mayBeLastOwner, rolesMeanwhile, rolesOfCaller } from "../../model/roles.ts";
import type { IntentOf } from "../../plan.ts";
import type { Behaviour } from "../behaviour.ts";
import {
  asPerson,
  knowsMember,
  newToken,
  pathOf,
  refusalsByRole,
  stillHolds,
  wronglyLetIn,
} from "./acting.ts";

const SCOPE = "members:write";

/** Removes a member. Everybody may remove themselves. */
export const remove: Behaviour<IntentOf<"remove">> = {
  ready: knowsMember,
  request: ({ team, person, member }, fixture) => ({
    method: "PATCH",
    path: `${pathOf(fixture, team)}/members/${at(fixture.people.people, member).id}/remove`,
    headers: asPerson(fixture, person),
    body: {},
  }),
  identity: ({ member }) => member.userId,
  checkAcknowledged(call, aftermath) {
    const { history } = aftermath;
    const { person, member } = call.intent;
    return [
      ...wronglyLetIn(call, aftermath, person === member ? "read" : SCOPE),
      ...(isLastOwner(history, call, member) ? ["left a game without an owner"] : []),
    ];
  },
  refusals: {
    ...refusalsByRole(SCOPE),
    scope_missing: (call, aftermath) =>
      call.intent.person !== call.intent.member &&
      (refusalsByRole(SCOPE)["scope_missing"]?.(call, aftermath) ?? false),
    // Who left by an attempt that was never answered is a stranger to the next.
    game_not_found: (call, { history }) =>
      rolesOfCaller(history, call).includes(null) ||
      (call.intent.person === call.intent.member && call.unanswered > 0),
    member_not_found: (call, { history }) =>
      rolesMeanwhile(history, call, call.intent.member).has(null),
    last_owner: (call, { history }) => mayBeLastOwner(history, call, call.intent.member),
  },
  mend: [newToken],
  repeats: stillHolds(SCOPE),
};
