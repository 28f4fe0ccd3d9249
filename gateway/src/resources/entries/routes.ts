import { entryDecisionJson, entryJson } from "@tms/resources/entry";
import { standingJson } from "@tms/resources/score";
import type { App } from "../../app-type.ts";
import { principalOf } from "../../auth/principal.ts";
import type { Joiner } from "../../batching/joins.ts";
import { createSharedReads } from "../../batching/shared-reads.ts";
import type { Clients } from "../../clients.ts";
import { deadlineOf, until, within } from "../../http/deadline.ts";
import { tournamentIdOf } from "../../paths/tournament-id.ts";
import { decisionRoutes } from "./decisions.ts";
import { joinRoutes } from "./joining.ts";
import { entryListJson } from "./json.ts";
import * as operations from "./operations.ts";
import type { EntryListJson } from "./schemas.ts";

/** Entries: joins, decisions on them, one of them, standings. */
export function entryRoutes(app: App, clients: Clients, join: Joiner, publicUrl: string): void {
  const { entry: entries } = clients;
  joinRoutes(app, join, publicUrl);
  decisionRoutes(app, clients);

  app.get("/tournament/:tournamentId/entry/:handle", operations.read, async (request) => {
    const { game } = principalOf(request);
    const { handle } = request.params;
    const { entry, standing, decisions } = await entries.getEntry(
      { gameId: game.id, tournamentId: tournamentIdOf(request), handle },
      within(request),
    );
    if (entry === undefined) throw new Error("the entry service returned no entry");
    return {
      entry: entryJson(entry, game),
      standing: standing === undefined ? null : standingJson(standing, true),
      decisions: decisions.map(entryDecisionJson),
    };
  });

  app.get("/gamer/:handle/entries", operations.listOfGamer, async (request) => {
    const { game } = principalOf(request);
    const { open, limit = 0, cursor = "" } = request.query;
    const page = await entries.listGamerEntries(
      {
        gameId: game.id,
        handle: request.params.handle,
        open: open === "true",
        pageSize: limit,
        pageToken: cursor,
      },
      within(request),
    );
    return {
      entries: page.entries.map((entry) => entryJson(entry, game)),
      nextCursor: page.nextPageToken || null,
    };
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
