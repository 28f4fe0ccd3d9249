import type { Tx } from "@tms/kit/database/handle";
import { DomainError } from "@tms/kit/errors/domain-error";
import { isReason } from "@tms/kit/errors/reasons";
import { findRefusals, type RefusalRow } from "../db/refusals.ts";
import { findTransfers, type TransferRow } from "../db/transfers.ts";
import type { Decision } from "./decide.ts";
import { contentDigest, sameContent, type RequestedTransfer } from "./transfer.ts";

/** What is known of transfers that were asked for before. */
interface Repeated {
  /** Those that were made, by their ids. */
  made: Map<string, TransferRow>;
  /** What was decided of their ids, whether made or refused. */
  decisions: Map<string, Decision>;
}

/** Recognises transfers that were made, or refused for good, before. */
export async function recognizeRepeated(
  tx: Tx,
  transfers: readonly RequestedTransfer[],
): Promise<Repeated> {
  const ids = transfers.map(({ id }) => id);
  const [rows, refusals] = await Promise.all([findTransfers(tx, ids), findRefusals(tx, ids)]);
  const decisions = new Map<string, Decision>();
  for (const row of refusals) decisions.set(row.transferId, refusedBefore(row));
  // An id may stand in both tables, when it is refused with one content while it is made with
  // another. Then it means what was made.
  for (const row of rows) decisions.set(row.id, madeBefore(row));
  return { made: new Map(rows.map((row) => [row.id, row])), decisions };
}

const madeBefore = (row: TransferRow): Decision => ({
  refusal: null,
  isFor: (transfer) => sameContent(row, transfer),
});

const refusedBefore = (row: RefusalRow): Decision => ({
  refusal: new DomainError(isReason(row.reason) ? row.reason : "INTERNAL", row.message),
  isFor: (transfer) => row.contentDigest.equals(contentDigest(transfer)),
});
