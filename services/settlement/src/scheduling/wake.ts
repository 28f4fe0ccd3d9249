import type { CallOptions } from "@connectrpc/connect";
import type { Queryable } from "@tms/kit/database/handle";
import { DomainError } from "@tms/kit/errors/domain-error";
import type { Context } from "../context.ts";
import { findSettlement, type SettlementRow } from "../db/settlements.ts";
import { stepRequest } from "../clients/requests.ts";

/** The refusal that a tournament has no settlement. */
export const settlementNotFound = () =>
  new DomainError("SETTLEMENT_NOT_FOUND", "The tournament has no settlement yet.");

/** The settlement of a game's tournament; undefined when it has none or is another game's. */
export async function findSettlementOfGame(
  db: Queryable,
  { tournamentId, gameId }: { tournamentId: string; gameId: string },
): Promise<SettlementRow | undefined> {
  const settlement = await findSettlement(db, tournamentId);
  return settlement?.game_id === gameId.toLowerCase() ? settlement : undefined;
}

/** The same; throws SETTLEMENT_NOT_FOUND. */
export async function requireSettlement(
  db: Queryable,
  tournamentId: string,
  gameId: string,
): Promise<SettlementRow> {
  const settlement = await findSettlementOfGame(db, { tournamentId, gameId });
  if (settlement === undefined) throw settlementNotFound();
  return settlement;
}

/** Refuses further joins before the caller hears that the tournament ended. */
export async function closeRegistrationNow(
  context: Context,
  settlement: SettlementRow,
  options: CallOptions,
): Promise<void> {
  await context.entries.closeRegistration(stepRequest(settlement, "close-registration"), options);
}

/** Wakes a worker at the settlement's moment. The sweeper makes up for a queue that is away. */
export async function wake(context: Context, settlement: SettlementRow): Promise<void> {
  try {
    const { tournament_id: tournamentId, retry_at: at } = settlement;
    await context.queue.add([{ tournamentId, at }]);
  } catch (error) {
    context.log.warn({ err: error }, "no wake-up was queued; left to the sweeper");
  }
}
