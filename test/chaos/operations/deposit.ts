import { toMajor } from "../money.ts";
import type { IntentOf } from "../plan.ts";
import { at } from "../fixture.ts";
import type { Behaviour } from "./behaviour.ts";

export const deposit: Behaviour<IntentOf<"deposit">> = {
  request: ({ game, handle, amountMinor }, { games }) => ({
    game,
    method: "POST",
    path: `/wallet/${handle}/deposit`,
    body: { amount: toMajor(amountMinor, at(games, game).plan.exponent) },
  }),
  identity: ({ transaction }) => [transaction.id, transaction.amount],
  checkAcknowledged: () => [],
  refusals: {},
};
