import { PASSWORD } from "../../../harness/people.ts";
import { at } from "../../fixture.ts";
import type { IntentOf } from "../../plan.ts";
import type { Behaviour } from "../behaviour.ts";
import { asAnybody, verified } from "./acting.ts";

export const signIn: Behaviour<IntentOf<"sign-in">> = {
  ready: ({ session }, { people }) => verified(people, at(people.sessions, session).plan.person),
  request({ session }, { people }) {
    const { email } = at(people.people, at(people.sessions, session).plan.person);
    const body = { email, password: PASSWORD };
    return { method: "POST", path: "/auth/sign-in", headers: asAnybody(), body };
  },
  identity: ({ user, refreshToken }) => [user.id, refreshToken],
  checkAcknowledged: () => [],
  refusals: {},
  learn({ session }, { people }, answers) {
    const live = at(people.sessions, session);
    const [answer] = answers;
    if (answer !== undefined) {
      live.accessToken = answer.accessToken;
      live.refreshTokens.push(answer.refreshToken ?? "");
    }
    live.opened.resolve(answer !== undefined);
  },
  // Once its refresh token was used, somebody has the answer.
  repeats: () => false,
};
