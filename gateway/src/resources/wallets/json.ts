import type { MessageInitShape } from "@bufbuild/protobuf";
import { derivedId } from "@tms/kit/values/ids";
import type { Gamer } from "@tms/proto/tms/entry/v1/entry";
import type { Game } from "@tms/proto/tms/game/v1/game";
import {
  AccountType,
  TransferKind,
  type TransferSpecSchema,
} from "@tms/proto/tms/wallet/v1/wallet";
import { currencyOf } from "@tms/resources/values/currency";
import type { AccountName } from "@tms/resources/values/transfers";

/** Money that moves between a gamer's wallet and the outside of the system. */
export interface Movement {
  game: Game;
  gamer: Pick<Gamer, "id" | "handle">;
  /** The transfer's id derives from it, so that a repeat is the same transfer. */
  requestId: string;
  /** The request_id that the release before would have derived from the Idempotency-Key, if there is one. */
  earlierRequestId: string | undefined;
  minorUnits: bigint;
}

/** A transfer to be made. */
export type TransferSpec = MessageInitShape<typeof TransferSpecSchema>;

/** The transfer that takes money in. */
export const depositOf = (movement: Movement): TransferSpec => ({
  ...specOf(movement),
  debit: outside(movement),
  credit: walletOf(movement),
  kind: TransferKind.DEPOSIT,
});

/** The transfer that pays money out. */
export const withdrawalOf = (movement: Movement): TransferSpec => ({
  ...specOf(movement),
  debit: walletOf(movement),
  credit: outside(movement),
  kind: TransferKind.WITHDRAWAL,
});

const specOf = ({ game, gamer, requestId, earlierRequestId, minorUnits }: Movement) => ({
  id: derivedId(requestId, "transfer"),
  ...(earlierRequestId !== undefined && { earlierId: derivedId(earlierRequestId, "transfer") }),
  // The ledger knows no handles, and tells of the deposit by it.
  gamerHandle: gamer.handle,
  amount: { currency: currencyOf(game).code, minorUnits },
});

const outside = ({ game }: Movement) => ({
  gameId: game.id,
  type: AccountType.EXTERNAL,
  ownerId: game.id,
});

const walletOf = ({ game, gamer }: Movement) => ({ gameId: game.id, ...gamerAccount(gamer.id) });

/** The account of a gamer's wallet. */
export const gamerAccount = (gamerId: string): AccountName => ({
  type: AccountType.GAMER,
  ownerId: gamerId,
});

/** The account of a game. */
export const gameAccount = (game: Game): AccountName => ({
  type: AccountType.GAME,
  ownerId: game.id,
});
