import { createHash } from "node:crypto";
import { create } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { invalidField } from "@tms/kit/errors/domain-error";
import {
  TransferSchema,
  type AccountRef,
  type Transfer,
  type TransferKind,
  type TransferSpec,
} from "@tms/proto/tms/wallet/v1/wallet";
import { accountId } from "./accounts.ts";
import type { Candidate } from "./balance-limits.ts";
import { requireSense } from "./transfer-kinds.ts";

/** A transfer as asked for, with its accounts resolved. */
export interface Order extends Candidate {
  id: string;
  /** Happens only together with the next order of the batch. */
  linked: boolean;
  gameId: string;
  currency: string;
  referenceId: string | null;
  debit: OwnedAccount;
  credit: OwnedAccount;
}

/** What an order's account is for, and whose it is; it is in the order's game. */
export type OwnedAccount = Pick<AccountRef, "type" | "ownerId">;

/** A transfer as stored. */
export interface TransferRow {
  id: string;
  sequence: bigint;
  game_id: string;
  currency: string;
  debit_account_id: string;
  credit_account_id: string;
  amount_minor: bigint;
  kind: TransferKind;
  reference_id: string | null;
  created_at: Date;
}

/**
 * Resolves a transfer's accounts; `field` says where it stands in the request. Throws
 * INVALID_ARGUMENT when a required part is missing, or it makes no sense.
 */
export function orderOf(spec: TransferSpec, field = "transfer"): Order {
  const { debit, credit, amount, kind } = spec;
  if (!debit || !credit || !amount) throw invalidField(field, "is incomplete");
  const debitAccountId = accountId(debit, amount.currency);
  const creditAccountId = accountId(credit, amount.currency);
  const sides = { debit: `${field}.debit.type`, credit: `${field}.credit.type` };
  requireSense({ kind, debit: debit.type, credit: credit.type }, sides);
  return {
    // Ids compare as text in here, and Postgres answers in lower case.
    id: spec.id.toLowerCase(),
    gameId: debit.gameId.toLowerCase(),
    currency: amount.currency,
    debitAccountId,
    creditAccountId,
    amountMinor: amount.minorUnits,
    kind,
    referenceId: spec.referenceId?.toLowerCase() ?? null,
    linked: spec.linked,
    debit,
    credit,
  };
}

/** Whether a stored transfer has the content asked for. */
export function sameContent(row: TransferRow, order: Order): boolean {
  return (
    row.debit_account_id === order.debitAccountId &&
    row.credit_account_id === order.creditAccountId &&
    row.amount_minor === order.amountMinor &&
    row.currency === order.currency &&
    row.kind === order.kind &&
    row.reference_id === order.referenceId
  );
}

/** What a refusal remembers of the content it refused. */
export function contentDigest(order: Order): Buffer {
  return createHash("sha256")
    .update(
      JSON.stringify([
        order.debitAccountId,
        order.creditAccountId,
        String(order.amountMinor),
        order.currency,
        order.kind,
        order.referenceId,
      ]),
    )
    .digest();
}

/** A transfer that was made, as its maker described it. */
export function transferMessage(spec: TransferSpec, row: TransferRow): Transfer {
  return create(TransferSchema, {
    spec,
    sequence: row.sequence,
    createTime: timestampFromDate(row.created_at),
  });
}
