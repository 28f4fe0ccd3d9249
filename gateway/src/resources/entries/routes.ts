import type { App } from "../../app-type.ts";
import { originOf, principalOf } from "../../auth/principal.ts";
import type { Joiner } from "../../batching/joins.ts";
import { createSharedReads } from "../../batching/shared-reads.ts";
import type { Clients } from "../../clients.ts";
import { deadlineOf, until, within } from "../../http/deadline.ts";
import { rpcRequestId } from "../../idempotency/repeats.ts";
import { tournamentIdOf } from "../../paths/tournament-id.ts";
import { invalid } from "../../problems/problem-error.ts";
import { entryJson } from "@tms/resources/entry";
import { entryListJson } from "./json.ts";
import * as operations from "./operations.ts";
import type { EntryListJson } from "./schemas.ts";

/** Entries: join, eliminate, standings. */
export function entryRoutes(app: App, { entry: entries }: Clients, join: Joiner): void {
  app.post("/tournament/:tournamentId/join", operations.join, async (request, reply) => {
    const { game } = principalOf(request);
    const entry = await join({
      join: {
        requestId: rpcRequestId(request),
        gameId: game.id,
        tournamentId: tournamentIdOf(request),
        handle: request.body.gamer,
      },
      origin: originOf(request),
      deadlineAt: deadlineOf(request),
    });
    const message = "Tournament joined successfully";
    return reply.code(201).send({ message, entry: entryJson(entry, game) });
  });

  app.patch("/tournament/:tournamentId/eliminate", operations.eliminate, async (request) => {
    const { game } = principalOf(request);
    const eliminated = await entries.eliminate(
      {
        requestId: rpcRequestId(request),
        gameId: game.id,
        tournamentId: tournamentIdOf(request),
        // In the same spelling, so that a gamer who is named twice is refused as a repeated value.
        handles: namedGamers(request.body).map((handle) => handle.normalize("NFC")),
      },
      within(request),
    );
    const message = "Gamers eliminated successfully";
    return { message, entries: eliminated.entries.map((entry) => entryJson(entry, game)) };
  });

  // All spectators of a final look at the same page.
  const sharedPages = createSharedReads<EntryListJson>();
  app.get("/tournament/:tournamentId/entries", operations.list, async (request) => {
    const { game } = principalOf(request);
    const { limit: pageSize = 0, cursor: pageToken = "" } = request.query;
    const tournamentId = tournamentIdOf(request);
    const asked = { gameId: game.id, tournamentId, pageSize, pageToken };
    return await sharedPages({
      key: Object.values(asked).join("/"),
      deadlineAt: deadlineOf(request),
      async read(latest) {
        const page = await entries.listEntries(asked, until(latest));
        return entryListJson(page, tournamentId, game);
      },
    });
  });
}

function namedGamers({ gamer, gamers }: { gamer?: string; gamers?: string[] }): string[] {
  if (gamer !== undefined && gamers !== undefined)
    throw invalid({ pointer: "/gamer", detail: "must not be sent together with gamers" });
  if (gamer !== undefined) return [gamer];
  if (gamers !== undefined) return gamers;
  throw invalid({ pointer: "/gamer", detail: "is required, unless gamers is sent" });
}
