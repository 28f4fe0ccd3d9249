import type { HandlerContext } from "@connectrpc/connect";
import { within } from "@tms/kit/rpc/client";
import { derivedId } from "@tms/kit/values/ids";
import type { Game } from "@tms/proto/tms/game/v1/game";
import { AccountType } from "@tms/proto/tms/wallet/v1/wallet";
import type { Context } from "../context.ts";

/** Opens an environment's ledger account, once however often it is asked to. */
export async function openAccount(
  { wallet }: Pick<Context, "wallet">,
  game: Game,
  call: HandlerContext,
): Promise<void> {
  const limit = game.creditLimitMinorUnits;
  await wallet.openAccount(
    {
      requestId: derivedId("open-game-account", game.id),
      ref: { gameId: game.id, type: AccountType.GAME, ownerId: game.id },
      currency: game.currency?.code ?? "",
      ...(limit !== undefined && { floorMinorUnits: -limit }),
    },
    within(call),
  );
}
