import type { Game } from "@tms/proto/tms/game/v1/game";
import type { CurrencyForm } from "./money.ts";

/** The game's currency. */
export function currencyOf(game: Game): CurrencyForm {
  if (game.currency === undefined) throw new Error("a game has no currency");
  return game.currency;
}

/** The decimals of the game's currency. */
export const exponentOf = (game: Game): number => currencyOf(game).exponent;

// ISO 4217, where it is not two. Intl knows the decimals in everyday use, which are others.
const DECIMALS: Readonly<Record<string, readonly string[]>> = {
  0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF".split(" "),
  3: "BHD IQD JOD KWD LYD OMR TND".split(" "),
  4: "CLF UYW".split(" "),
};

/** The decimals of a currency of which only the code is known; a game's own has none. */
export function usualDecimals(code: string): number {
  const isOwn = code.length > 3;
  const [decimals] = Object.entries(DECIMALS).find(([, codes]) => codes.includes(code)) ?? [];
  return isOwn ? 0 : Number(decimals ?? 2);
}
