import type { Game } from "@tms/proto/tms/game/v1/game";
import { TransferKind, type AccountRef, type Transfer } from "@tms/proto/tms/wallet/v1/wallet";
import { currencyOf, exponentOf } from "./currency.ts";
import { toMajor } from "./money.ts";
import { isoOf } from "./times.ts";

/** The kinds of transfers as callers see them. */
export const TRANSFER_KINDS = [
  "deposit",
  "withdrawal",
  "entry_fee",
  "payout",
  "platform_fee",
  "refund",
] as const;

/** What tells an account from the other accounts of its game. */
export type AccountName = Pick<AccountRef, "type" | "ownerId">;

/** A transfer as one of its two accounts sees it: its amount is negative when it went out. */
export function transferOf(transfer: Transfer | undefined, account: AccountName, game: Game) {
  const spec = transfer?.spec;
  if (transfer === undefined || spec === undefined)
    throw new Error("a service returned no transfer");
  const minor = spec.amount?.minorUnits ?? 0n;
  const incoming = spec.credit?.type === account.type && spec.credit.ownerId === account.ownerId;
  return {
    id: spec.id,
    kind: kindName(spec.kind),
    amount: toMajor(incoming ? minor : -minor, exponentOf(game)),
    currency: currencyOf(game).code,
    tournament: spec.referenceId ?? null,
    createdAt: isoOf(transfer.createTime),
  };
}

function kindName(kind: TransferKind): (typeof TRANSFER_KINDS)[number] {
  switch (kind) {
    case TransferKind.DEPOSIT:
      return "deposit";
    case TransferKind.WITHDRAWAL:
      return "withdrawal";
    case TransferKind.ENTRY_FEE:
      return "entry_fee";
    case TransferKind.PAYOUT:
      return "payout";
    case TransferKind.PLATFORM_FEE:
      return "platform_fee";
    case TransferKind.REFUND:
      return "refund";
    default:
      throw new Error(`a transfer has the unknown kind ${kind}`);
  }
}
