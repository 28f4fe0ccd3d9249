import type { MessageValidType } from "@bufbuild/protobuf";
import type { HandlerContext } from "@connectrpc/connect";
import type { Db, Tx } from "@tms/kit/database/handle";
import { once } from "@tms/kit/database/idempotent";
import { sole } from "@tms/kit/database/rows-of";
import { transaction } from "@tms/kit/database/transaction";
import { found, invalidField, required } from "@tms/kit/errors/domain-error";
import { within } from "@tms/kit/rpc/client";
import { originOf, type Origin } from "@tms/kit/rpc/origin";
import { mutation } from "@tms/kit/rpc/rpcs";
import type { Actor } from "@tms/kit/values/actor";
import { derivedId, newId } from "@tms/kit/values/ids";
import { nameOf, textOf } from "@tms/kit/values/input";
import { openPage, TOKEN_PART } from "@tms/kit/values/page";
import type { CreateGameRequestSchema, Game } from "@tms/proto/tms/game/v1/game";
import { AccountType } from "@tms/proto/tms/wallet/v1/wallet";
import type { Context, GameRpcs } from "../context.ts";
import { revokeKeysOf } from "../db/api-keys.ts";
import {
  findEnvironments,
  findGame,
  insertGames,
  insertProject,
  listGames as listPage,
  markOpened,
  renameProject,
  replaceTestGame,
  toEnvironments,
  wereOpened,
  type Environments,
  type NewGame,
} from "../db/games.ts";
import { insertMember } from "../db/members.ts";
import { stageGames, gameMessage, PAYERS } from "../messages.ts";
import { requireRight } from "../require-right.ts";
import { requireRoomForGame } from "./member-rpcs.ts";

export const gameRpcs = {
  /**
   * Records the game, opens the ledger accounts, then opens both environments. If the call is interrupted, a
   * repeat continues with the recorded game. Until both environments are open, the game can have no key,
   * tournament or join.
   */
  async createGame(context, request, call) {
    const project = { id: newId(), name: nameOf("name", request.name, 100) };
    const [liveId, testId] = [newId(), newId()];
    const shared = { ...termsOf(request), projectId: project.id };
    const environments: NewGame[] = [
      { ...shared, id: liveId, mode: "live", siblingId: testId },
      { ...shared, id: testId, mode: "test", siblingId: liveId },
    ];
    const response = await once(context.db, "game.create", call, request, async (tx) => {
      const { ownerId } = request;
      if (ownerId !== "") await requireRoomForGame(tx, ownerId);
      await insertProject(tx, project);
      const inserted = toEnvironments(await insertGames(tx, project.name, environments));
      if (ownerId !== "")
        await insertMember(tx, { projectId: project.id, userId: ownerId, role: "owner" });
      return environmentsMessage(required(inserted, "an inserted environment was not returned"));
    });
    const { game, testGame } = response;
    if (game === undefined || testGame === undefined)
      throw new Error("a stored response holds no game");
    await open(context, [game, testGame], call);
    return response;
  },

  async getGame({ db }, { gameId }) {
    const game = found(await findGame(db, gameId), "GAME_NOT_FOUND");
    return { game: gameMessage(game) };
  },

  async listGames({ db }, request) {
    const [page, beforeId] = openPage(request, ["games"], [TOKEN_PART.id]);
    const rows = await listPage(db, beforeId, page.limit);
    const { items, nextPageToken } = page.cut(rows, ({ id }) => [id]);
    return { games: items.map(gameMessage), nextPageToken };
  },

  renameGame: mutation("game.rename", async ({ tx, origin }, { projectId, name }) => {
    await requireRight(tx, origin.actor, { projectId }, "game:write");
    await renameProject(tx, projectId, nameOf("name", name, 100));
    const environments = found(await findEnvironments(tx, projectId), "GAME_NOT_FOUND");
    const renamed = environmentsMessage(environments);
    await stageGames(tx, "gameUpdated", [renamed.game, renamed.testGame], origin);
    return renamed;
  }),

  /**
   * Records a new test environment, opens its ledger account, then replaces the old environment. If the call
   * is interrupted before the replacement, the old environment stays in use until the request is repeated.
   */
  async resetTestGame(context, request, call) {
    const { db } = context;
    const name = textOf("name", request.name, 100);
    const response = await once(db, "game.reset-test", call, request, async (tx, origin) => {
      const { live } = await lockedEnvironments(tx, request.projectId, origin.actor);
      if (live.name !== name) throw invalidField("name", "must be the name of the game");
      const { createdAt: _, ...terms } = live;
      const further: NewGame = { ...terms, id: newId(), mode: "test", siblingId: live.id };
      const inserted = insertGames(tx, name, [further]);
      const test = await sole(inserted, "an inserted environment was not returned");
      return environmentsMessage({ live: { ...live, siblingId: test.id }, test });
    });
    const { testGame } = response;
    if (testGame === undefined) throw new Error("a stored response holds no game");
    if (await wereOpened(db, [testGame.id])) return response;
    await openAccount(context, testGame, call);
    await putInPlace(db, testGame, originOf(call));
    return response;
  },
} satisfies GameRpcs;

const environmentsMessage = ({ live, test }: Environments) => ({
  game: gameMessage(live),
  testGame: gameMessage(test),
});

const termsOf = (request: MessageValidType<typeof CreateGameRequestSchema>) => ({
  currency: request.currency?.code ?? "USD",
  currencyExponent: request.currency?.exponent ?? 2,
  payer: PAYERS.word(request.payer) ?? "game",
  creditLimitMinor: request.creditLimitMinorUnits ?? null,
  platformFeeBps: request.platformFeeBps,
});

async function open(context: Context, games: readonly Game[], call: HandlerContext) {
  const ids = games.map(({ id }) => id);
  if (await wereOpened(context.db, ids)) return;
  for (const game of games) await openAccount(context, game, call);
  await transaction(context.db, "game.open", async (tx) => {
    const opened = new Set(await markOpened(tx, ids));
    const created = games.filter(({ id }) => opened.has(id));
    await stageGames(tx, "gameCreated", created, originOf(call));
  });
}

async function putInPlace(db: Db, testGame: Game, origin: Origin) {
  await transaction(db, "game.replace-test", async (tx) => {
    const { test } = await lockedEnvironments(tx, testGame.projectId, origin.actor);
    // A concurrent repeat of the request may have replaced the environment.
    if (await wereOpened(tx, [testGame.id])) return;
    await replaceTestGame(tx, testGame.id, test.id);
    await revokeKeysOf(tx, test.id);
    await stageGames(tx, "gameCreated", [testGame], origin);
  });
}

async function lockedEnvironments(tx: Tx, projectId: string, actor: Actor) {
  await requireRight(tx, actor, { projectId }, "game:write");
  return found(await findEnvironments(tx, projectId), "GAME_NOT_FOUND");
}

/** Opens the ledger account of an environment. A repeat changes nothing. */
async function openAccount({ wallet }: Context, game: Game, call: HandlerContext) {
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
