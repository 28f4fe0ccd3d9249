import type { MessageInitShape } from "@bufbuild/protobuf";
import type { CallOptions } from "@connectrpc/connect";
import { derivedId } from "@tms/kit/values/ids";
import type { Game } from "@tms/proto/tms/game/v1/game";
import {
  AccountType,
  TransferKind,
  type TransferSpecSchema,
} from "@tms/proto/tms/wallet/v1/wallet";
import type { Clients } from "../../clients.ts";
import { currencyOf } from "../../values/currency.ts";

/** Money to move between a gamer's wallet and the world outside. */
export interface Order {
  game: Game;
  gamerId: string;
  /** What the transfer's id derives from: a repeat is the same transfer. */
  requestId: string;
  minorUnits: bigint;
}

/** An account of the caller's game. */
export interface AccountName {
  type: AccountType;
  ownerId: string;
}

type Spec = MessageInitShape<typeof TransferSpecSchema>;

/** The transfer that takes money in. */
export const deposit = (order: Order): Spec => ({
  ...specOf(order),
  debit: outside(order),
  credit: walletOf(order),
  kind: TransferKind.DEPOSIT,
});

/** The transfer that pays money out. */
export const withdrawal = (order: Order): Spec => ({
  ...specOf(order),
  debit: walletOf(order),
  credit: outside(order),
  kind: TransferKind.WITHDRAWAL,
});

const specOf = ({ game, requestId, minorUnits }: Order) => ({
  id: derivedId(requestId, "transfer"),
  amount: { currency: currencyOf(game).code, minorUnits },
});

const outside = ({ game }: Order) => ({
  gameId: game.id,
  type: AccountType.EXTERNAL,
  ownerId: game.id,
});

const walletOf = ({ game, gamerId }: Order) => ({
  gameId: game.id,
  type: AccountType.GAMER,
  ownerId: gamerId,
});

/** What an account holds in minor units; nothing, when no money ever touched it. */
export async function balanceOf(
  wallet: Clients["wallet"],
  game: Game,
  account: AccountName,
  options: CallOptions,
): Promise<bigint> {
  const refs = [{ gameId: game.id, ...account }];
  const { balances } = await wallet.batchGetBalances(
    { refs, currency: currencyOf(game).code },
    options,
  );
  if (balances[0] === undefined) throw new Error("the wallet service left a balance out");
  return balances[0].minorUnits;
}
