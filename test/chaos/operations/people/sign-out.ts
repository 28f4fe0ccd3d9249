import { at } from "../../fixture.ts";
import type { IntentOf } from "../../plan.ts";
import type { Behaviour } from "../behaviour.ts";
import { asAnybody } from "./acting.ts";
import { endTurn, takeTurn } from "./session-turn.ts";

export const signOut: Behaviour<IntentOf<"sign-out">> = {
  ready: ({ session }, fixture) => takeTurn(fixture, session),
  request: ({ session }, { people }) => ({
    method: "POST",
    path: "/auth/sign-out",
    headers: asAnybody(),
    body: { refreshToken: at(people.sessions, session).refreshTokens.at(-1) },
  }),
  identity: ({ message }) => message,
  checkAcknowledged: () => [],
  refusals: {},
  learn: ({ session }, fixture) => endTurn(fixture, session),
};
