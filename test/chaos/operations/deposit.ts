import { toMajor } from "../money.ts";
import type { IntentOf } from "../plan.ts";
import { at } from "../fixture.ts";
import type { Behaviour } from "./behaviour.ts";
import { keyOfGame } from "./key-header.ts";

export const deposit: Behaviour<IntentOf<"deposit">> = {
  request: ({ game, handle, amountMinor }, fixture) => ({
    headers: keyOfGame(fixture, game),
    method: "POST",
    path: `/wallet/${handle}/deposit`,
    body: { amount: toMajor(amountMinor, at(fixture.games, game).plan.exponent) },
  }),
  identity: ({ transaction }) => [transaction.id, transaction.amount],
  checkAcknowledged: () => [],
  refusals: {},
};
