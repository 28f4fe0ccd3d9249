import type { Game } from "@tms/proto/tms/game/v1/game";
import { AmountError, toMinor, type CurrencyForm } from "./money.ts";
import { numberText } from "../http/body/exact-json.ts";
import { invalid } from "../problems/problem-error.ts";

/** The game's currency. */
export function currencyOf(game: Game): CurrencyForm {
  if (game.currency === undefined) throw new Error("a game has no currency");
  return game.currency;
}

export const exponentOf = (game: Game): number => currencyOf(game).exponent;

/** The minor units of an amount in a request's body; refuses it by the field's name. */
export function minorOf<F extends string>(
  body: { [name in F]: number },
  field: F,
  game: Game,
): bigint {
  try {
    return toMinor(numberText(body, field), currencyOf(game));
  } catch (error) {
    if (!(error instanceof AmountError)) throw error;
    throw invalid({ pointer: `/${field}`, detail: error.message });
  }
}
