import type { Gamer } from "@tms/proto/tms/entry/v1/entry";
import type { Game } from "@tms/proto/tms/game/v1/game";
import type { Transfer } from "@tms/proto/tms/wallet/v1/wallet";
import { currencyOf, exponentOf } from "./values/currency.ts";
import { toMajor } from "./values/money.ts";
import { transferOf, type AccountName } from "./values/transfers.ts";

/** A gamer's wallet as callers see it. */
export const walletJson = (gamer: Pick<Gamer, "id" | "handle">, balance: bigint, game: Game) => ({
  gamer: gamer.id,
  gamerHandle: gamer.handle,
  currency: currencyOf(game).code,
  balance: toMajor(balance, exponentOf(game)),
});

/** The game's own account as callers see it. */
export function gameAccountJson(balance: bigint, game: Game) {
  const limit = game.creditLimitMinorUnits;
  return {
    game: game.id,
    currency: currencyOf(game).code,
    balance: toMajor(balance, exponentOf(game)),
    creditLimit: limit === undefined ? null : toMajor(limit, exponentOf(game)),
  };
}

/** A transfer as a line of one account's statement. */
export function transactionJson(transfer: Transfer | undefined, account: AccountName, game: Game) {
  const { id: transferId, kind, amount, ...rest } = transferOf(transfer, account, game);
  const after = transfer?.balanceAfterMinorUnits;
  const balanceAfter = after === undefined ? null : toMajor(after, exponentOf(game));
  return { id: transferId, kind, amount, balanceAfter, ...rest };
}
