import type { Game } from "@tms/proto/tms/game/v1/game";
import { TransferKind, type AccountRef, type Transfer } from "@tms/proto/tms/wallet/v1/wallet";
import { currencyOf, exponentOf } from "../../values/currency.ts";
import { toMajor } from "../../values/money.ts";
import type { TRANSACTION_KINDS, TransactionJson } from "./schemas.ts";
import { isoOf } from "../../values/times.ts";

/** What of an account's reference tells it from the other accounts of its game. */
type AccountName = Pick<AccountRef, "type" | "ownerId">;

/** A transfer as a line of one account's statement. */
export function transactionJson(
  transfer: Transfer | undefined,
  account: AccountName,
  game: Game,
): TransactionJson {
  const spec = transfer?.spec;
  if (transfer === undefined || spec === undefined)
    throw new Error("a service answered without the transfer");
  const minor = spec.amount?.minorUnits ?? 0n;
  const incoming = spec.credit?.type === account.type && spec.credit.ownerId === account.ownerId;
  const after = transfer.balanceAfterMinorUnits;
  return {
    id: spec.id,
    kind: kindName(spec.kind),
    amount: toMajor(incoming ? minor : -minor, exponentOf(game)),
    balanceAfter: after === undefined ? null : toMajor(after, exponentOf(game)),
    currency: currencyOf(game).code,
    tournament: spec.referenceId ?? null,
    createdAt: isoOf(transfer.createTime),
  };
}

function kindName(kind: TransferKind): (typeof TRANSACTION_KINDS)[number] {
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
      throw new Error(`a transfer is of the unknown kind ${kind}`);
  }
}
