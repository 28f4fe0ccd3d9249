import { at } from "../../fixture.ts";
import type { IntentOf } from "../../plan.ts";
import type { Behaviour } from "../behaviour.ts";
import { asAnybody } from "./acting.ts";

const CODE = /^ {4}(\d{6})$/m;

export const verify: Behaviour<IntentOf<"verify">> = {
  async ready({ person }, { people }) {
    const live = at(people.people, person);
    if (!(await live.signedUp.promise)) return false;
    [live.code = ""] = await people.mailed(live.email, CODE);
    return true;
  },
  request: ({ person }, { people }) => {
    const { email, code } = at(people.people, person);
    return { method: "POST", path: "/auth/verify", headers: asAnybody(), body: { email, code } };
  },
  // Its first refresh token is used by nobody, so that a repeat gets it again.
  identity: ({ user, refreshToken }) => [user.id, refreshToken],
  checkAcknowledged: () => [],
  refusals: {},
  learn({ person }, { people }, answers) {
    const live = at(people.people, person);
    const [answer] = answers;
    if (answer !== undefined) {
      live.id = answer.user.id;
      live.accessToken = answer.accessToken;
    }
    live.verified.resolve(answer !== undefined);
  },
};
