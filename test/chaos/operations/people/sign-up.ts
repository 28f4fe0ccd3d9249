import { PASSWORD } from "../../../harness/people.ts";
import { at } from "../../fixture.ts";
import type { IntentOf } from "../../plan.ts";
import type { Behaviour } from "../behaviour.ts";
import { asAnybody } from "./acting.ts";

export const signUp: Behaviour<IntentOf<"sign-up">> = {
  request: ({ person }, { people }) => ({
    method: "POST",
    path: "/auth/sign-up",
    headers: asAnybody(),
    body: { name: `Person ${person}`, email: at(people.people, person).email, password: PASSWORD },
  }),
  identity: ({ message }) => message,
  checkAcknowledged: () => [],
  refusals: {},
  learn: ({ person }, { people }, answers) =>
    at(people.people, person).signedUp.resolve(answers.length > 0),
};
