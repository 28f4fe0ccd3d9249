import { at } from "../../fixture.ts";
import type { IntentOf } from "../../plan.ts";
import type { Behaviour } from "../behaviour.ts";
import { asAnybody } from "./acting.ts";
import { endTurn, takeTurn } from "./session-turn.ts";

// Of the one before, a repeat gets the same successor for a while.
const GENERATIONS_AGO = 3;

export const steal: Behaviour<IntentOf<"steal">> = {
  async ready({ session }, fixture) {
    const isOpen = await takeTurn(fixture, session);
    return isOpen && at(fixture.people.sessions, session).refreshTokens.length >= GENERATIONS_AGO;
  },
  request: ({ session }, { people }) => ({
    method: "POST",
    path: "/auth/refresh",
    headers: asAnybody(),
    body: { refreshToken: at(people.sessions, session).refreshTokens.at(-GENERATIONS_AGO) },
  }),
  identity: ({ refreshToken }) => refreshToken,
  checkAcknowledged: () => ["exchanged a refresh token that was used long ago"],
  refusals: { session_ended: () => true },
  learn: ({ session }, fixture) => endTurn(fixture, session),
};
