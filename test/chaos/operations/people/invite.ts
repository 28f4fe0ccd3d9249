import { at } from "../../fixture.ts";
import type { IntentOf } from "../../plan.ts";
import type { Behaviour } from "../behaviour.ts";
import {
  asPerson,
  isInTeam,
  newToken,
  pathOf,
  refusalsByRole,
  stillHolds,
  wronglyLetIn,
} from "./acting.ts";

const SCOPE = "members:write";

export const invite: Behaviour<IntentOf<"invite">> = {
  ready: isInTeam,
  request: ({ team, person, guest, role }, fixture) => ({
    method: "POST",
    path: `${pathOf(fixture, team)}/members/invite`,
    headers: asPerson(fixture, person),
    body: { email: at(fixture.people.people, guest).email, role },
  }),
  identity: ({ invitation }) => [invitation.id, invitation.role],
  checkAcknowledged: (call, aftermath) => wronglyLetIn(call, aftermath, SCOPE),
  refusals: refusalsByRole(SCOPE),
  learn: ({ team, guest }, { people }, answers) =>
    at(people.teams, team)
      .guests.get(guest)
      ?.invited.resolve(answers.length > 0),
  mend: [newToken],
  repeats: stillHolds(SCOPE),
};
