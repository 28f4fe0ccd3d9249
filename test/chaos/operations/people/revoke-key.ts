import { at } from "../../fixture.ts";
import type { IntentOf } from "../../plan.ts";
import type { Behaviour } from "../behaviour.ts";
import {
  asPerson,
  environmentOf,
  isInTeam,
  newToken,
  refusalsByRole,
  stillHolds,
  wronglyLetIn,
} from "./acting.ts";

const SCOPE = "keys:write";

export const revokeKey: Behaviour<IntentOf<"revoke-key">> = {
  ready: async (intent, fixture) =>
    (await isInTeam(intent, fixture)) && (await at(fixture.people.keys, intent.key).made.promise),
  request({ team, person, key }, fixture) {
    const { id, plan } = at(fixture.people.keys, key);
    const headers = asPerson(fixture, person, environmentOf(fixture, team, plan.mode));
    return { method: "PATCH", path: `/key/${id}/revoke`, headers, body: {} };
  },
  identity: ({ key }) => [key.id, key.state],
  checkAcknowledged: (call, aftermath) => [
    ...wronglyLetIn(call, aftermath, SCOPE),
    ...(call.outcome.kind === "acknowledged" && call.outcome.body.key.state !== "revoked"
      ? [`left a key ${call.outcome.body.key.state}`]
      : []),
  ],
  refusals: refusalsByRole(SCOPE),
  mend: [newToken],
  repeats: stillHolds(SCOPE),
};
