import type { Call } from "../history.ts";
import { rangeDuring, walletOf } from "../model/moves.ts";
import { toMajor } from "../money.ts";
import type { IntentOf } from "../plan.ts";
import { at } from "../fixture.ts";
import type { Aftermath, Behaviour } from "./behaviour.ts";
import { keyOfGame } from "./key-header.ts";
import { certainlyKnown } from "./known.ts";

type Withdraw = IntentOf<"withdraw">;

export const withdraw: Behaviour<Withdraw> = {
  request: ({ game, handle, amountMinor }, fixture) => ({
    headers: keyOfGame(fixture, game),
    method: "POST",
    path: `/wallet/${handle}/withdraw`,
    body: { amount: toMajor(amountMinor, at(fixture.games, game).plan.exponent) },
  }),
  identity: ({ transaction }) => [transaction.id, transaction.amount],
  checkAcknowledged: (call, aftermath) =>
    held(call, aftermath).most >= call.intent.amountMinor ? [] : ["paid out what was not there"],
  refusals: {
    insufficient_funds: (call, aftermath) => held(call, aftermath).least < call.intent.amountMinor,
    gamer_not_found: (call, { history }) =>
      !certainlyKnown(history, call.intent.game, call.intent.handle, call),
  },
};

const held = (call: Call<Withdraw>, { moves }: Aftermath) =>
  rangeDuring(moves, walletOf(call.intent.game, call.intent.handle), call);
