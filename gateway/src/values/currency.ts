import type { Game } from "@tms/proto/tms/game/v1/game";
import type { CurrencyForm } from "./money.ts";

/** The game's currency. */
export function currencyOf(game: Game): CurrencyForm {
  if (game.currency === undefined) throw new Error("a game has no currency");
  return game.currency;
}

/** The decimals of the game's currency. */
export const exponentOf = (game: Game): number => currencyOf(game).exponent;
