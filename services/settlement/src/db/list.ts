import type { Queryable } from "@tms/kit/database/handle";
import { SettlementState } from "@tms/proto/tms/settlement/v1/settlement";
import { SETTLEMENT, type SettlementRow } from "./settlements.ts";

// A text for each, for which an index fits: with the state as a parameter none would.
const CONDITIONS: Record<SettlementState, string> = {
  [SettlementState.UNSPECIFIED]: "true",
  [SettlementState.SCHEDULED]: "state = 1 AND dead_at IS NULL",
  [SettlementState.PLANNING]: "state = 2 AND dead_at IS NULL",
  [SettlementState.PAYING]: "state = 3 AND dead_at IS NULL",
  [SettlementState.DONE]: "state = 4",
  [SettlementState.DEAD]: "dead_at IS NOT NULL",
};

const AFTER_ALL = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** Settlements by newest tournament, those in a state alone unless it is unspecified. */
export async function listSettlements(
  db: Queryable,
  state: SettlementState,
  before: string | null,
  limit: number,
): Promise<SettlementRow[]> {
  const { rows } = await db.$client.query<SettlementRow>(
    `SELECT ${SETTLEMENT} FROM settlement
     WHERE ${CONDITIONS[state]} AND tournament_id < coalesce($1::uuid, '${AFTER_ALL}')
     ORDER BY tournament_id DESC LIMIT $2`,
    [before, limit],
  );
  return rows;
}
