import { create } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { TransferSchema, type Transfer } from "@tms/proto/tms/wallet/v1/wallet";
import type { StatementRow } from "./db/statement.ts";

/** A stored transfer as callers see it. */
export function storedTransferMessage(row: Omit<StatementRow, "balance_minor">): Transfer {
  return create(TransferSchema, {
    spec: {
      id: row.id,
      debit: { gameId: row.game_id, type: row.debit_type, ownerId: row.debit_owner_id },
      credit: { gameId: row.game_id, type: row.credit_type, ownerId: row.credit_owner_id },
      amount: { currency: row.currency, minorUnits: row.amount_minor },
      kind: row.kind,
      ...(row.reference_id !== null && { referenceId: row.reference_id }),
    },
    sequence: row.sequence,
    createTime: timestampFromDate(row.created_at),
  });
}
