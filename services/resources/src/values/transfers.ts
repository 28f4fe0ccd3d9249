import { TransferKind, type AccountRef, type Transfer } from "@tms/proto/tms/wallet/v1/wallet";
import { words } from "../resource.ts";

export const TRANSFER_KINDS = words(TransferKind, [
  "deposit",
  "withdrawal",
  "entry_fee",
  "payout",
  "platform_fee",
  "refund",
]);

/** The members that identify an account within its game. */
export type AccountName = Pick<AccountRef, "type" | "ownerId">;

/** Returns a transfer as one of its two accounts sees it. The amount is negative if money went out. */
export function transferOf(transfer: Transfer | undefined, account: AccountName) {
  const spec = transfer?.spec;
  if (transfer === undefined || spec === undefined)
    throw new Error("a service returned no transfer");
  const minorUnits = spec.amount?.minorUnits ?? 0n;
  const isIncoming = spec.credit?.type === account.type && spec.credit.ownerId === account.ownerId;
  return {
    id: spec.id,
    kind: spec.kind,
    minorUnits: isIncoming ? minorUnits : -minorUnits,
    balanceAfter: transfer.balanceAfterMinorUnits,
    tournamentId: spec.referenceId,
    createTime: transfer.createTime,
  };
}
