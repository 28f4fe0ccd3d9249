import type { MessageValidType } from "@bufbuild/protobuf";
import type { HandlerContext } from "@connectrpc/connect";
import { idempotent } from "@tms/kit/database/idempotent";
import { transaction } from "@tms/kit/database/transaction";
import { originOf } from "@tms/kit/rpc/origin";
import { newId } from "@tms/kit/values/ids";
import { nameOf } from "@tms/kit/values/input";
import { GameService, type CreateGameRequestSchema, type Game } from "@tms/proto/tms/game/v1/game";
import type { Context, Rpcs } from "../context.ts";
import { insertGames, markOpened, wereOpened, type GameTerms } from "../db/games.ts";
import { insertMember } from "../db/members.ts";
import { insertProject } from "../db/projects.ts";
import { newEnvironments } from "../environments/make.ts";
import { openAccount } from "../environments/open-account.ts";
import { stageCreated } from "../events.ts";
import { requireRoomForGame } from "../members/limits.ts";
import { gameMessage, PAYERS } from "../messages.ts";

const method = GameService.method.createGame;

/**
 * Records the game with its two environments, opens their ledger accounts, then shows both. A caller
 * that is interrupted between these steps repeats the request: the record is found again, opening is
 * idempotent, and until the last step no key, tournament or join of this game is possible.
 */
export const createGame =
  (context: Context): Rpcs["createGame"] =>
  async (request, call) => {
    const project = { id: newId(), name: nameOf("name", request.name, 100) };
    const environments = newEnvironments(project.id, termsOf(request));
    const mutation = { faultPoint: "game.create", method, request } as const;
    const response = await idempotent(context.db, mutation, async (tx) => {
      const { ownerId } = request;
      if (ownerId !== "") await requireRoomForGame(tx, ownerId);
      await insertProject(tx, project);
      const [live, test] = await insertGames(tx, project.name, environments);
      if (ownerId !== "")
        await insertMember(tx, { projectId: project.id, userId: ownerId, role: "owner" });
      return {
        ...(live && { game: gameMessage(live) }),
        ...(test && { testGame: gameMessage(test) }),
      };
    });
    const { game, testGame } = response;
    if (game === undefined || testGame === undefined)
      throw new Error("a stored response holds no game");
    await open(context, [game, testGame], call);
    return response;
  };

const termsOf = (request: MessageValidType<typeof CreateGameRequestSchema>): GameTerms => ({
  currency: request.currency?.code ?? "USD",
  currencyExponent: request.currency?.exponent ?? 2,
  payer: PAYERS.word(request.payer) ?? "game",
  creditLimitMinor: request.creditLimitMinorUnits ?? null,
  platformFeeBps: request.platformFeeBps,
});

async function open(context: Context, games: readonly Game[], call: HandlerContext): Promise<void> {
  const ids = games.map(({ id }) => id);
  if (await wereOpened(context.db, ids)) return;
  for (const game of games) await openAccount(context, game, call);
  await transaction(context.db, "game.open", async (tx) => {
    const opened = new Set(await markOpened(tx, ids));
    await stageCreated(
      tx,
      games.filter(({ id }) => opened.has(id)),
      originOf(call),
    );
  });
}
