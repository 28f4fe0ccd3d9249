import { idempotent } from "@tms/kit/database/idempotent";
import type { Db, Tx } from "@tms/kit/database/handle";
import { transaction } from "@tms/kit/database/transaction";
import { invalidField } from "@tms/kit/errors/domain-error";
import { originOf, type Origin } from "@tms/kit/rpc/origin";
import type { Actor } from "@tms/kit/values/actor";
import { textOf } from "@tms/kit/values/input";
import { GameService, type Game } from "@tms/proto/tms/game/v1/game";
import type { Context, Rpcs } from "../context.ts";
import { revokeKeysOf } from "../db/api-keys.ts";
import { insertGames, replaceTestGame, wereOpened } from "../db/games.ts";
import { findEnvironments, type Environments } from "../db/projects.ts";
import { environmentsMessage, newTestEnvironment } from "../environments/make.ts";
import { openAccount } from "../environments/open-account.ts";
import { gameNotFound } from "../errors.ts";
import { stageCreated } from "../events.ts";
import { requireRight } from "../require-right.ts";

const method = GameService.method.resetTestGame;

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
    const mutation = { faultPoint: "game.reset-test", method, request } as const;
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
