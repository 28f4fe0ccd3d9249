import { idempotent } from "@tms/kit/database/idempotent";
import { originOf } from "@tms/kit/rpc/origin";
import { nameOf } from "@tms/kit/values/input";
import { GameService } from "@tms/proto/tms/game/v1/game";
import type { Context, Rpcs } from "../context.ts";
import { findEnvironments, renameProject } from "../db/projects.ts";
import { environmentsMessage } from "../environments/make.ts";
import { gameNotFound } from "../errors.ts";
import { stageRenamed } from "../events.ts";
import { requireRight } from "../require-right.ts";

const method = GameService.method.renameGame;

/** Gives a game, and so both its environments, another name. */
export const renameGame =
  ({ db }: Context): Rpcs["renameGame"] =>
  async (request, call) => {
    const { projectId } = request;
    const name = nameOf("name", request.name, 100);
    return await idempotent(db, { faultPoint: "game.rename", method, request }, async (tx) => {
      await requireRight(tx, originOf(call).actor, { projectId }, "game:write");
      await renameProject(tx, projectId, name);
      const environments = await findEnvironments(tx, projectId);
      if (environments === undefined) throw gameNotFound();
      await stageRenamed(tx, environments, originOf(call));
      return environmentsMessage(environments);
    });
  };
