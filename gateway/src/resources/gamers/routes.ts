import type { App } from "../../app-type.ts";
import type { Clients } from "../../clients.ts";
import { findGamer, present } from "../../paths/gamer.ts";
import { callerOf } from "../../auth/principal.ts";
import { within } from "../../http/deadline.ts";
import { rpcRequestId } from "../../idempotency/repeats.ts";
import * as operations from "./operations.ts";
import { gamerJson } from "../entries/json.ts";

/** The game's gamers. */
export function gamerRoutes(app: App, { entry }: Clients): void {
  app.post("/gamer/create", { schema: operations.create }, async (request, reply) => {
    const { game } = callerOf(request);
    const handle = request.body.handle.normalize("NFC");
    const { gamer, created } = await entry.createGamer(
      { requestId: rpcRequestId(request), gameId: game.id, handle },
      within(request),
    );
    return reply.code(created ? 201 : 200).send({
      message: created ? "Gamer created successfully" : "Gamer existed already",
      gamer: gamerJson(present(gamer)),
    });
  });

  app.get("/gamer/:handle", { schema: operations.read }, async (request) => ({
    gamer: gamerJson(await findGamer(entry, request)),
  }));
}
