import type { Game } from "@tms/proto/tms/game/v1/game";
import { invalid } from "../../problems/problem-error.ts";
import { currencyOf } from "@tms/resources/values/currency";
import { AmountError, toMinor, type CurrencyForm } from "@tms/resources/values/money";
import { numberText } from "./exact-json.ts";

/** Converts an amount in a body to minor units. Throws INVALID_ARGUMENT with the field. */
export const minorOf = <F extends string>(
  body: { [name in F]: number },
  field: F,
  game: Game,
): bigint => read(body, field, currencyOf(game));

/** Converts an amount that may be absent or null, in any currency. Throws as {@link minorOf}. */
export function amountOf<F extends string>(
  body: { [name in F]?: number | null },
  field: F,
  currency: CurrencyForm,
): bigint | undefined {
  if (body[field] === undefined || body[field] === null) return undefined;
  return read(body as { [name in F]: number }, field, currency);
}

function read<F extends string>(
  body: { [name in F]: number },
  field: F,
  currency: CurrencyForm,
): bigint {
  try {
    return toMinor(numberText(body, field), currency);
  } catch (error) {
    if (!(error instanceof AmountError)) throw error;
    throw invalid({ pointer: `/${field}`, detail: error.message });
  }
}
