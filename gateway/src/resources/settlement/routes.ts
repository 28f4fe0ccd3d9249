import type { App } from "../../app-type.ts";
import type { Clients } from "../../clients.ts";
import { callerOf } from "../../auth/principal.ts";
import { within } from "../../http/deadline.ts";
import { readSettlement } from "./operations.ts";
import { tournamentIdOf } from "../../paths/tournament-id.ts";
import { payoutJson, settlementJson } from "./json.ts";

/** What a tournament's pool is used for. */
export function settlementRoutes(app: App, { settlement: settlements }: Clients): void {
  const options = { schema: readSettlement };
  app.get("/tournament/:tournamentId/settlement", options, async (request) => {
    const { game } = callerOf(request);
    const { limit, cursor } = request.query;
    const page = await settlements.getSettlement(
      {
        gameId: game.id,
        tournamentId: tournamentIdOf(request),
        pageSize: limit ?? 0,
        pageToken: cursor ?? "",
      },
      within(request),
    );
    return {
      settlement: settlementJson(page.settlement, game),
      payouts: page.payouts.map((payout) => payoutJson(payout, game)),
      nextCursor: page.nextPageToken || null,
    };
  });
}
