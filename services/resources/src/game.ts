import { wordsOf } from "@tms/kit/values/words";
import { Payer, type Game } from "@tms/proto/tms/game/v1/game";
import { currencyOf } from "./values/currency.ts";
import { toMajor } from "./values/money.ts";
import { isoOf } from "./values/times.ts";

const PAYERS = wordsOf(Payer);

/** What all see alike of a game, by its live environment, which tells the other's id. */
export function gameTermsJson(live: Game) {
  const { code, exponent } = currencyOf(live);
  const payer = PAYERS.word(live.payer);
  if (payer === undefined) throw new Error("the game service returned a game without a payer");
  const { creditLimitMinorUnits: limit } = live;
  return {
    currency: code,
    currencyDecimals: exponent,
    payer,
    platformFeePercent: toMajor(BigInt(live.platformFeeBps), 2),
    creditLimit: limit === undefined ? null : toMajor(limit, exponent),
    createdAt: isoOf(live.createTime),
    environments: { live: { id: live.id }, test: { id: live.siblingId } },
  };
}
