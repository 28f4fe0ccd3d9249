import { bearer } from "../../../harness/people.ts";
import { at } from "../../fixture.ts";
import { KEPT_MS } from "../../model/roles.ts";
import { certainlyEnded, maybeEnded } from "../../model/sessions.ts";
import type { IntentOf } from "../../plan.ts";
import type { Behaviour } from "../behaviour.ts";
import { asAnybody } from "./acting.ts";

/** Somebody reads their own account by the access token of a session. */
export const readUser: Behaviour<IntentOf<"read-user">> = {
  ready: ({ session }, { people }) => at(people.sessions, session).opened.promise,
  request: ({ session }, { people }) => ({
    method: "GET",
    path: "/user",
    headers: { ...bearer(at(people.sessions, session)), ...asAnybody() },
  }),
  identity: ({ user }) => user.id,
  checkAcknowledged({ intent: { session }, startedAt, outcome }, { history }) {
    const { people, sessions } = history.fixture.people;
    const { id } = at(people, at(sessions, session).plan.person);
    return [
      ...(outcome.kind === "acknowledged" && outcome.body.user.id !== id
        ? ["took somebody for another"]
        : []),
      ...(certainlyEnded(history, session, startedAt - KEPT_MS)
        ? ["let in by a session that had ended"]
        : []),
    ];
  },
  refusals: {
    token_invalid: (call, { history }) =>
      history.tokensMayExpire || maybeEnded(history, call.intent.session, call.endedAt),
  },
  repeats: () => false,
};
