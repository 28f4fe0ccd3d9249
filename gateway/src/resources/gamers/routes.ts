import type { App } from "../../app-type.ts";
import { principalOf } from "../../auth/principal.ts";
import type { Clients } from "../../clients.ts";
import { within } from "../../http/deadline.ts";
import { rpcRequestId } from "../../idempotency/repeats.ts";
import { getGamer, isTest, presentGamer } from "../../paths/gamer.ts";
import { gamerJson, gamerPatch } from "./json.ts";
import * as operations from "./operations.ts";

/** The game's gamers. */
export function gamerRoutes(app: App, { entry }: Clients): void {
  app.post("/gamer/create", operations.create, async (request, reply) => {
    const { game } = principalOf(request);
    const handle = request.body.handle;
    const { gamer, created } = await entry.createGamer(
      { requestId: rpcRequestId(request), gameId: game.id, handle, test: isTest(game) },
      within(request),
    );
    return reply.code(created ? 201 : 200).send({
      message: created ? "Gamer created successfully" : "Gamer already exists",
      gamer: gamerJson(presentGamer(gamer)),
    });
  });

  app.get("/gamer", operations.list, async (request) => {
    const { game } = principalOf(request);
    const { handle: handlePrefix = "", limit = 0, cursor = "" } = request.query;
    const page = await entry.listGamers(
      { gameId: game.id, handlePrefix, pageSize: limit, pageToken: cursor },
      within(request),
    );
    return { gamers: page.gamers.map(gamerJson), nextCursor: page.nextPageToken || null };
  });

  app.patch("/gamer/:handle/update", operations.update, async (request) => {
    const { gamer } = await entry.updateGamer(
      {
        requestId: rpcRequestId(request),
        gameId: principalOf(request).game.id,
        handle: request.params.handle,
        patch: gamerPatch(request.body),
      },
      within(request),
    );
    return { message: "Gamer updated successfully", gamer: gamerJson(presentGamer(gamer)) };
  });

  app.get("/gamer/:handle", operations.read, async (request) => ({
    gamer: gamerJson(await getGamer(entry, request)),
  }));
}
