import type { Game } from "@tms/proto/tms/game/v1/game";
import type { Transfer } from "@tms/proto/tms/wallet/v1/wallet";
import { Type, type Static } from "typebox";
import { exponentOf } from "../values/currency.ts";
import { toMajor } from "../values/money.ts";
import { TRANSFER_KINDS, transferOf, type AccountName } from "../values/transfers.ts";
import { EXAMPLES } from "./examples.ts";
import {
  closed,
  dateTime,
  id,
  money,
  nextCursor,
  nullable,
  pageQuery,
  ref,
  currency,
} from "./fields.ts";

/** One line of an account's statement, as wallets and the ledger show it. */
export const TransactionSchema = Type.Object(
  {
    id: id("The ledger transfer."),
    kind: Type.Enum([...TRANSFER_KINDS], { description: "What it was made for." }),
    amount: money("Positive when it came in, negative when it went out."),
    balanceAfter: nullable(
      money("The balance after it; null in the answer to a deposit or withdrawal."),
    ),
    currency,
    tournament: nullable(id("The tournament it belongs to.")),
    createdAt: dateTime("When it was made."),
  },
  {
    $id: "Transaction",
    examples: [EXAMPLES.Transaction],
    description: "One line of an account's statement.",
  },
);
export type TransactionJson = Static<typeof TransactionSchema>;

export const ListTransactionsQuery = closed(pageQuery(1_000, 50));
export const TransactionListReply = Type.Object(
  {
    transactions: Type.Array(ref(TransactionSchema)),
    nextCursor,
  },
  { description: "A page of the statement." },
);

/** A transfer as a line of one account's statement. */
export function transactionJson(
  transfer: Transfer | undefined,
  account: AccountName,
  game: Game,
): TransactionJson {
  const { id: transferId, kind, amount, ...rest } = transferOf(transfer, account, game);
  const after = transfer?.balanceAfterMinorUnits;
  const balanceAfter = after === undefined ? null : toMajor(after, exponentOf(game));
  return { id: transferId, kind, amount, balanceAfter, ...rest };
}
