import type { MessageValidType } from "@bufbuild/protobuf";
import type { HandlerContext } from "@connectrpc/connect";
import { idempotent } from "@tms/kit/database/idempotent";
import { within } from "@tms/kit/rpc/client";
import { derivedId, newId } from "@tms/kit/values/ids";
import { nameOf } from "@tms/kit/values/input";
import { GameService, type CreateGameRequestSchema, type Game } from "@tms/proto/tms/game/v1/game";
import { AccountType } from "@tms/proto/tms/wallet/v1/wallet";
import type { Context, Rpcs } from "../context.ts";
import { insertGame, isOpened, markOpened, type NewGame } from "../db/games.ts";
import { gameMessage, PAYERS } from "../messages.ts";

const method = GameService.method.createGame;

/**
 * Records the game, opens its ledger account, then shows the game. A caller that is interrupted
 * between these steps repeats the request: the record is found again, opening is idempotent, and
 * until the last step no key, tournament or join of this game is possible.
 */
export const createGame =
  (context: Context): Rpcs["createGame"] =>
  async (request, call) => {
    const game = newGame(request);
    const mutation = { faultPoint: "game.create", method, request } as const;
    const response = await idempotent(context.db, mutation, async (tx) => ({
      game: gameMessage(await insertGame(tx, game)),
    }));
    const recorded = response.game;
    if (recorded === undefined) throw new Error("a stored response holds no game");
    await open(context, recorded, call);
    return response;
  };

function newGame(request: MessageValidType<typeof CreateGameRequestSchema>): NewGame {
  return {
    id: newId(),
    name: nameOf("name", request.name, 100),
    currency: request.currency?.code ?? "USD",
    currencyExponent: request.currency?.exponent ?? 2,
    payer: PAYERS.word(request.payer) ?? "game",
    creditLimitMinor: request.creditLimitMinorUnits ?? null,
    platformFeeBps: request.platformFeeBps,
  };
}

async function open({ db, wallet }: Context, game: Game, call: HandlerContext): Promise<void> {
  if (await isOpened(db, game.id)) return;
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
  await markOpened(db, game.id);
}
