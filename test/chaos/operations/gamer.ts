import type { IntentOf } from "../plan.ts";
import type { Behaviour } from "./behaviour.ts";
import { keyOfGame } from "./key-header.ts";

export const gamer: Behaviour<IntentOf<"gamer">> = {
  request: ({ game, handle }, fixture) => ({
    headers: keyOfGame(fixture, game),
    method: "POST",
    path: "/gamer/create",
    body: { handle },
  }),
  identity: (body) => body.gamer.id,
  checkAcknowledged: () => [],
  refusals: {},
};
