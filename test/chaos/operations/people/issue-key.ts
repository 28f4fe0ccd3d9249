import type { Body } from "../../../harness/bodies.ts";
import { at, type Fixture } from "../../fixture.ts";
import { holds, modeOf, rolesOfCaller } from "../../model/roles.ts";
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

export const issueKey: Behaviour<IntentOf<"issue-key">> = {
  ready: isInTeam,
  request({ team, person, key }, fixture) {
    const { name, plan } = at(fixture.people.keys, key);
    const environment = environmentOf(fixture, team, plan.mode);
    const headers = asPerson(fixture, person, environment);
    return { method: "POST", path: "/key/create", headers, body: { name } };
  },
  identity: ({ key }) => [key.id, key.hint, key.scopes],
  checkAcknowledged(call, aftermath) {
    const { history } = aftermath;
    const mode = modeOf(history, call.intent.key);
    const { scopes } = at(history.fixture.people.keys, call.intent.key);
    const gave = rolesOfCaller(history, call).some((role) => holds(role, scopes, mode));
    return [
      ...wronglyLetIn(call, aftermath, SCOPE),
      ...(gave ? [] : ["gave a key more than its issuer has"]),
      ...toldTwice(call.answers),
    ];
  },
  refusals: refusalsByRole(SCOPE),
  learn: ({ key }, fixture, answers) => learnKey(fixture, key, answers),
  mend: [newToken],
  repeats: stillHolds(SCOPE),
};

/** Keeps a key and its secret, which is told in one answer at most. */
export function learnKey({ people }: Fixture, key: number, answers: readonly Body[]): void {
  const live = at(people.keys, key);
  const [answer] = answers;
  if (answer !== undefined) {
    live.id = answer.key.id;
    live.scopes = answer.key.scopes;
    live.secret = answers.find(({ secret }) => secret !== null)?.secret ?? undefined;
  }
  live.made.resolve(answer !== undefined);
}

/** A repeat gets the same key without its secret. */
export const toldTwice = (answers: readonly Body[]): string[] =>
  answers.filter(({ secret }) => secret !== null).length > 1 ? ["told a secret twice"] : [];
