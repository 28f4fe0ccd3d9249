import { at } from "../../fixture.ts";
import { certainlyEnded, maybeEnded, repeatedLate } from "../../model/sessions.ts";
import type { IntentOf } from "../../plan.ts";
import type { Behaviour } from "../behaviour.ts";
import { asAnybody } from "./acting.ts";
import { endTurn, takeTurn } from "./session-turn.ts";

export const refresh: Behaviour<IntentOf<"refresh">> = {
  ready: ({ session }, fixture) => takeTurn(fixture, session),
  request: ({ session }, { people }) => ({
    method: "POST",
    path: "/auth/refresh",
    headers: asAnybody(),
    body: { refreshToken: at(people.sessions, session).refreshTokens.at(-1) },
  }),
  // All who used the token at once, or lost an answer, have the very same successor.
  identity: ({ refreshToken }) => refreshToken,
  checkAcknowledged(call, { history }) {
    const { session } = call.intent;
    return certainlyEnded(history, session, call.startedAt)
      ? ["went on with a session that had ended"]
      : [];
  },
  refusals: {
    session_ended: (call, { history }) =>
      repeatedLate(call) || maybeEnded(history, call.intent.session, call.endedAt, call),
  },
  learn({ session }, fixture, [answer]) {
    const live = at(fixture.people.sessions, session);
    if (answer !== undefined) {
      live.accessToken = answer.accessToken;
      live.refreshTokens.push(answer.refreshToken ?? "");
    }
    endTurn(fixture, session);
  },
  // By then its token is an old one, which ends the session.
  repeats: () => false,
};
