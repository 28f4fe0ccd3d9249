import type { IntentOf } from "../plan.ts";
import type { Behaviour } from "./behaviour.ts";

export const gamer: Behaviour<IntentOf<"gamer">> = {
  request: ({ game, handle }) => ({
    game,
    method: "POST",
    path: "/gamer/create",
    body: { handle },
  }),
  identity: (body) => body.gamer.id,
  checkAcknowledged: () => [],
  refusals: {},
};
