import type { App } from "../../app-type.ts";
import { principalOf } from "../../auth/principal.ts";
import type { Clients } from "../../clients.ts";
import { within } from "../../http/deadline.ts";
import { tournamentIdOf } from "../../paths/tournament-id.ts";
import { timelinePointJson } from "./json.ts";
import * as operations from "./operations.ts";

/** How tournaments grew. */
export function timelineRoutes(app: App, { entry }: Pick<Clients, "entry">): void {
  app.get("/tournament/:tournamentId/timeline", operations.read, async (request) => {
    const { game } = principalOf(request);
    const tournamentId = tournamentIdOf(request);
    const { buckets = 0 } = request.query;
    const { points } = await entry.getTimeline(
      { gameId: game.id, tournamentId, buckets },
      within(request),
    );
    return { timeline: points.map((point) => timelinePointJson(point, game)) };
  });
}
