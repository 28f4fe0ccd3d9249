import { at } from "../../fixture.ts";
import { certainlyEnded, maybeEnded, rollsOf } from "../../model/keys.ts";
import { holds, mayHaveHappened, modeOf, rolesOfCaller } from "../../model/roles.ts";
import type { IntentOf } from "../../plan.ts";
import type { Behaviour } from "../behaviour.ts";
import { knowsKey, newToken, onKey, refusalsByRole, stillHolds, wronglyLetIn } from "./acting.ts";
import { learnKey, toldTwice } from "./issue-key.ts";

const SCOPE = "keys:write";

export const rollKey: Behaviour<IntentOf<"roll-key">> = {
  ready: knowsKey,
  request(intent, fixture) {
    const { path, headers } = onKey(intent, fixture);
    const { graceSeconds } = intent;
    return { method: "POST", path: `${path}/roll`, headers, body: { graceSeconds } };
  },
  identity: ({ key, previous }) => [key.id, key.hint, key.scopes, previous.id],
  checkAcknowledged(call, aftermath) {
    const { history } = aftermath;
    return [
      ...wronglyLetIn(call, aftermath, SCOPE),
      ...(certainlyEnded(history, call.intent.key, call) ? ["rolled a key that had ended"] : []),
      ...toldTwice(call.answers),
    ];
  },
  refusals: {
    ...refusalsByRole(SCOPE),
    // A successor's secret has all the scopes of the key.
    scope_missing(call, { history }) {
      const { scopes } = at(history.fixture.people.keys, call.intent.key);
      const mode = modeOf(history, call.intent.key);
      return rolesOfCaller(history, call).some(
        (role) => role !== null && !holds(role, [SCOPE, ...scopes], mode),
      );
    },
    api_key_ended: (call, { history }) => maybeEnded(history, call.intent.key, call),
    api_key_rolling: (call, { history }) =>
      rollsOf(history, call.intent.key).some(
        (other) => other !== call && mayHaveHappened(other) && other.startedAt <= call.endedAt,
      ),
  },
  learn: ({ successor }, fixture, answers) => learnKey(fixture, successor, answers),
  mend: [newToken],
  repeats: stillHolds(SCOPE),
};
