import { AccountType } from "@tms/proto/tms/wallet/v1/wallet";
import type { App } from "../../app-type.ts";
import { principalOf } from "../../auth/principal.ts";
import type { TournamentReader } from "../../batching/tournament-reads.ts";
import type { Clients } from "../../clients.ts";
import { deadlineOf, within } from "../../http/deadline.ts";
import { tournamentIdOf } from "../../paths/tournament-id.ts";
import { currencyOf } from "@tms/resources/values/currency";
import { sealJson, journalLineJson } from "./json.ts";
import * as operations from "./operations.ts";

/** The sealed lines of a tournament's prize pool, for anyone to verify. */
export function journalRoutes(
  app: App,
  { wallet }: Pick<Clients, "wallet">,
  readTournament: TournamentReader,
): void {
  app.get("/tournament/:tournamentId/statement", operations.read, async (request) => {
    const { game } = principalOf(request);
    const { limit, cursor } = request.query;
    const tournamentId = tournamentIdOf(request);
    // The first fee opens the pool: the wallet service cannot tell an empty pool from an unknown one.
    await readTournament({ gameId: game.id, tournamentId }, deadlineOf(request));
    const page = await wallet.listJournal(
      {
        ref: { gameId: game.id, type: AccountType.PRIZE_POOL, ownerId: tournamentId },
        currency: currencyOf(game).code,
        pageSize: limit ?? 0,
        pageToken: cursor ?? "",
      },
      within(request),
    );
    return {
      account: page.accountId,
      lines: page.lines.map((line) => journalLineJson(line, tournamentId, game)),
      seals: page.seals.map(sealJson),
      nextCursor: page.nextPageToken || null,
    };
  });
}
