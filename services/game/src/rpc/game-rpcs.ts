import type { MessageValidType } from "@bufbuild/protobuf";
import type { HandlerContext } from "@connectrpc/connect";
import type { Db, Tx } from "@tms/kit/database/handle";
import { idempotent } from "@tms/kit/database/idempotent";
import { transaction } from "@tms/kit/database/transaction";
import { invalidField } from "@tms/kit/errors/domain-error";
import { type Origin, originOf } from "@tms/kit/rpc/origin";
import type { Actor } from "@tms/kit/values/actor";
import { newId } from "@tms/kit/values/ids";
import { nameOf, textOf } from "@tms/kit/values/input";
import { cutPage, decodePageToken, TOKEN_PART } from "@tms/kit/values/page";
import { type CreateGameRequestSchema, type Game, GameService } from "@tms/proto/tms/game/v1/game";
import type { Context, Rpcs } from "../context.ts";
import { revokeKeysOf } from "../db/api-keys.ts";
import {
  findGame,
  type GameTerms,
  insertGames,
  listGames as listPage,
  markOpened,
  replaceTestGame,
  wereOpened,
} from "../db/games.ts";
import { insertMember } from "../db/members.ts";
import {
  type Environments,
  findEnvironments,
  insertProject,
  renameProject,
} from "../db/projects.ts";
import {
  environmentsMessage,
  newEnvironments,
  newTestEnvironment,
  openAccount,
} from "../environments.ts";
import { gameNotFound } from "../errors.ts";
import { stageCreated, stageRenamed } from "../events.ts";
import { requireRoomForGame } from "../members/people.ts";
import { gameMessage, PAYERS } from "../messages.ts";
import { requireRight } from "../require-right.ts";

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
    const mutation = {
      faultPoint: "game.create",
      method: GameService.method.createGame,
      request,
    } as const;
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

/** Reads one game. */
export const getGame =
  ({ db }: Context): Rpcs["getGame"] =>
  async ({ gameId }) => {
    const game = await findGame(db, gameId);
    if (game === undefined) throw gameNotFound();
    return { game: gameMessage(game) };
  };

const DEFAULT_PAGE_SIZE = 50;
const LISTED = ["games"];

/** Lists games, newest first: their ids are ordered by time. */
export const listGames =
  ({ db }: Context): Rpcs["listGames"] =>
  async ({ pageSize, pageToken }) => {
    const size = pageSize || DEFAULT_PAGE_SIZE;
    const [beforeId] = decodePageToken(pageToken, LISTED, [TOKEN_PART.id]) ?? [];
    const rows = await listPage(db, beforeId, size + 1);
    const { items, nextPageToken } = cutPage(rows, size, LISTED, (row) => [row.id]);
    return { games: items.map(gameMessage), nextPageToken };
  };

/** Gives a game, and so both its environments, another name. */
export const renameGame =
  ({ db }: Context): Rpcs["renameGame"] =>
  async (request, call) => {
    const { projectId } = request;
    const name = nameOf("name", request.name, 100);
    return await idempotent(
      db,
      { faultPoint: "game.rename", method: GameService.method.renameGame, request },
      async (tx) => {
        await requireRight(tx, originOf(call).actor, { projectId }, "game:write");
        await renameProject(tx, projectId, name);
        const environments = await findEnvironments(tx, projectId);
        if (environments === undefined) throw gameNotFound();
        await stageRenamed(tx, environments, originOf(call));
        return environmentsMessage(environments);
      },
    );
  };

/**
 * Records a new test environment, opens its ledger account, then puts it in the place of the old one,
 * whose keys are revoked in the same transaction. Interrupted before that, the old one stays in use
 * until a repeat of the request.
 */
export const resetTestGame =
  (context: Context): Rpcs["resetTestGame"] =>
  async (request, call) => {
    const { db } = context;
    const name = textOf("name", request.name, 100);
    const mutation = {
      faultPoint: "game.reset-test",
      method: GameService.method.resetTestGame,
      request,
    } as const;
    const response = await idempotent(db, mutation, async (tx) => {
      const { live } = await lockedEnvironments(tx, request.projectId, originOf(call).actor);
      if (live.name !== name) throw invalidField("name", "must be the name of the game");
      const [test] = await insertGames(tx, name, [newTestEnvironment(live)]);
      if (test === undefined) throw new Error("an inserted environment was not returned");
      return environmentsMessage({ live: { ...live, siblingId: test.id }, test });
    });
    const { testGame } = response;
    if (testGame === undefined) throw new Error("a stored response holds no game");
    if (await wereOpened(db, [testGame.id])) return response;
    await openAccount(context, testGame, call);
    await putInPlace(db, testGame, originOf(call));
    return response;
  };

async function putInPlace(db: Db, testGame: Game, origin: Origin): Promise<void> {
  await transaction(db, "game.replace-test", async (tx) => {
    const { test } = await lockedEnvironments(tx, testGame.projectId, origin.actor);
    // A repeat may have done it while this one waited.
    if (await wereOpened(tx, [testGame.id])) return;
    await replaceTestGame(tx, testGame.id, test.id);
    await revokeKeysOf(tx, test.id);
    await stageCreated(tx, [testGame], origin);
  });
}

async function lockedEnvironments(tx: Tx, projectId: string, actor: Actor): Promise<Environments> {
  await requireRight(tx, actor, { projectId }, "game:write");
  const environments = await findEnvironments(tx, projectId);
  if (environments === undefined) throw gameNotFound();
  return environments;
}
