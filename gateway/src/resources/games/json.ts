import type { MessageInitShape } from "@bufbuild/protobuf";
import { Payer, type CreateGameRequestSchema } from "@tms/proto/tms/game/v1/game";
import type { Static } from "typebox";
import { amountOf } from "../../http/body/amounts.ts";
import { usualDecimals } from "@tms/resources/values/currency";
import type { CreateGameBody } from "./schemas.ts";

// A share of 2.5 % is 250 hundredths of a percent.
const PERCENT = { code: "a percentage", exponent: 2 };
const PAYERS = { game: Payer.GAME, wallet: Payer.WALLET };

/** What a new game is to be. Throws INVALID_ARGUMENT for amounts with too many decimals. */
export function termsOf(
  body: Static<typeof CreateGameBody>,
): MessageInitShape<typeof CreateGameRequestSchema> {
  const { name, currency: code = "USD", payer = "game" } = body;
  const exponent = body.currencyDecimals ?? usualDecimals(code);
  const fee = amountOf(body, "platformFeePercent", PERCENT);
  const limit = amountOf(body, "creditLimit", { code, exponent });
  return {
    name,
    currency: { code, exponent },
    payer: PAYERS[payer],
    ...(fee !== undefined && { platformFeeBps: Number(fee) }),
    ...(limit !== undefined && { creditLimitMinorUnits: limit }),
  };
}
