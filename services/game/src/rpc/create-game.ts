import { create } from "@bufbuild/protobuf";
import type { HandlerContext } from "@connectrpc/connect";
import { within } from "@tms/kit/rpc/client";
import { newId, derivedId } from "@tms/kit/values/ids";
import { nameOf } from "@tms/kit/values/input";
import { idempotent } from "@tms/kit/database/idempotent";
import {
  CreateGameRequestSchema,
  CreateGameResponseSchema,
  Payer,
  type CreateGameRequest,
  type CreateGameResponse,
  type Game,
} from "@tms/proto/tms/game/v1/game";
import { AccountType } from "@tms/proto/tms/wallet/v1/wallet";
import type { Context } from "../context.ts";
import { insertGame, isOpened, markOpened, type NewGame } from "../db/games.ts";
import { gameMessage } from "../messages.ts";

/**
 * Records the game, opens its ledger account, then shows the game. Whoever is interrupted
 * between these steps repeats the request: the record is found again, opening is idempotent,
 * and until the last step no key, tournament or join of this game is possible.
 */
export async function createGame(
  ctx: Context,
  request: CreateGameRequest,
  call: HandlerContext,
): Promise<CreateGameResponse> {
  const game = newGame(request);
  const response = await idempotent(
    ctx.db,
    {
      faultPoint: "game.create",
      input: CreateGameRequestSchema,
      output: CreateGameResponseSchema,
      request,
    },
    async (tx) =>
      create(CreateGameResponseSchema, { game: gameMessage(await insertGame(tx, game)) }),
  );
  const recorded = response.game;
  if (recorded === undefined) throw new Error("a stored response holds no game");
  await open(ctx, recorded, call);
  return response;
}

function newGame(request: CreateGameRequest): NewGame {
  return {
    id: newId(),
    name: nameOf("name", request.name, 100),
    currency: request.currency?.code ?? "USD",
    currencyExponent: request.currency?.exponent ?? 2,
    payer: request.payer === Payer.UNSPECIFIED ? Payer.GAME : request.payer,
    creditLimitMinor: request.creditLimitMinorUnits ?? null,
    platformFeeBps: request.platformFeeBps,
  };
}

async function open(ctx: Context, game: Game, call: HandlerContext): Promise<void> {
  if (await isOpened(ctx.db, game.id)) return;
  const limit = game.creditLimitMinorUnits;
  await ctx.wallet.openAccount(
    {
      requestId: derivedId("open-game-account", game.id),
      ref: { gameId: game.id, type: AccountType.GAME, ownerId: game.id },
      currency: game.currency?.code ?? "",
      ...(limit !== undefined && { floorMinorUnits: -limit }),
    },
    within(call),
  );
  await markOpened(ctx.db, game.id);
}
