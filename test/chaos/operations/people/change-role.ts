import { at } from "../../fixture.ts";
import { isLastOwner, mayBeLastOwner, rolesMeanwhile } from "../../model/roles.ts";
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

export const changeRole: Behaviour<IntentOf<"change-role">> = {
  ready: knowsMember,
  request: ({ team, person, member, role }, fixture) => ({
    method: "PATCH",
    path: `${pathOf(fixture, team)}/members/${at(fixture.people.people, member).id}/update`,
    headers: asPerson(fixture, person),
    body: { role },
  }),
  identity: ({ member }) => [member.userId, member.role],
  checkAcknowledged(call, aftermath) {
    const { history } = aftermath;
    const { member, role } = call.intent;
    return [
      ...wronglyLetIn(call, aftermath, SCOPE),
      ...(role !== "owner" && isLastOwner(history, call, member)
        ? ["left a game without an owner"]
        : []),
    ];
  },
  refusals: {
    ...refusalsByRole(SCOPE),
    member_not_found: (call, { history }) =>
      rolesMeanwhile(history, call, call.intent.member).has(null),
    last_owner: (call, { history }) =>
      call.intent.role !== "owner" && mayBeLastOwner(history, call, call.intent.member),
  },
  mend: [newToken],
  repeats: stillHolds(SCOPE),
};
