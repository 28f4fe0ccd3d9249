import type { App } from "../../app-type.ts";
import { principalOf } from "../../auth/principal.ts";
import type { Clients } from "../../clients.ts";
import { within } from "../../http/deadline.ts";
import { tournamentIdOf } from "../../paths/tournament-id.ts";
import { payoutJson, previewJson, settlementJson, withAttempts } from "@tms/resources/settlement";
import * as operations from "./operations.ts";

/** The settlement of a tournament and its payouts, and what they would be if it ended now. */
export function settlementRoutes(app: App, { settlement: settlements }: Clients): void {
  app.get("/tournament/:tournamentId/settlement", operations.read, async (request) => {
    const { game } = principalOf(request);
    const { limit, cursor, expand } = request.query;
    const page = await settlements.getSettlement(
      {
        gameId: game.id,
        tournamentId: tournamentIdOf(request),
        pageSize: limit ?? 0,
        pageToken: cursor ?? "",
      },
      within(request),
    );
    const settlement = settlementJson(page.settlement, game);
    return {
      settlement: expand === "attempts" ? withAttempts(settlement, page.settlement) : settlement,
      payouts: page.payouts.map((payout) => payoutJson(payout, game)),
      nextCursor: page.nextPageToken || null,
    };
  });

  app.get("/tournament/:tournamentId/settlement/preview", operations.preview, async (request) => {
    const { game } = principalOf(request);
    const { limit: pageSize = 0, cursor: pageToken = "" } = request.query;
    const preview = await settlements.previewSettlement(
      { gameId: game.id, tournamentId: tournamentIdOf(request), pageSize, pageToken },
      within(request),
    );
    return previewJson(preview, game);
  });
}
