import type { Game } from "@tms/proto/tms/game/v1/game";
import type { CurrencyForm } from "./money.ts";

/** Returns the currency of a game. Throws an Error if a service left it out. */
export function currencyOf(game: Game): CurrencyForm {
  if (game.currency === undefined) throw new Error("a game has no currency");
  return game.currency;
}

/** Returns the number of decimals of the game's currency. */
export const exponentOf = (game: Game): number => currencyOf(game).exponent;

// The decimals of ISO 4217, where they are not two. Intl has the decimals in everyday use, which differ.
const DECIMALS: Readonly<Record<string, readonly string[]>> = {
  0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF".split(" "),
  3: "BHD IQD JOD KWD LYD OMR TND".split(" "),
  4: "CLF UYW".split(" "),
};

/**
 * Returns the number of decimals of a currency by its code. A code with more than three characters names a
 * game's own currency, which has no decimals.
 */
export function usualDecimals(code: string): number {
  const isOwn = code.length > 3;
  const [decimals] = Object.entries(DECIMALS).find(([, codes]) => codes.includes(code)) ?? [];
  return isOwn ? 0 : Number(decimals ?? 2);
}
