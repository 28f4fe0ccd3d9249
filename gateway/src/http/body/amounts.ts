import type { Game } from "@tms/proto/tms/game/v1/game";
import { invalid } from "../../problems/problem-error.ts";
import { currencyOf } from "../../values/currency.ts";
import { AmountError, toMinor } from "../../values/money.ts";
import { numberText } from "./exact-json.ts";

/** The minor units of an amount in a request's body. Throws INVALID_ARGUMENT naming the field. */
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
