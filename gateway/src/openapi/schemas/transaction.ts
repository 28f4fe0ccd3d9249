import { Type, type Static } from "typebox";
import { TRANSFER_KINDS } from "@tms/resources/values/transfers";
import { EXAMPLES } from "../examples/examples.ts";
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
    id: id("The id of the ledger transfer."),
    kind: Type.Enum([...TRANSFER_KINDS], { description: "The purpose of the transfer." }),
    amount: money("Positive for money that came in, negative for money that went out."),
    balanceAfter: nullable(
      money("The balance after the transfer. Null in the response to a deposit or withdrawal."),
    ),
    currency,
    tournament: nullable(
      id(
        "The id of the tournament that the transfer belongs to. Null for deposits and withdrawals.",
      ),
    ),
    createdAt: dateTime("When the transfer was made, in real time."),
  },
  {
    $id: "Transaction",
    examples: [EXAMPLES.Transaction],
    description: "A line in the statement of an account.",
  },
);
export type TransactionJson = Static<typeof TransactionSchema>;

export const ListTransactionsQuery = closed(pageQuery(1_000, 50));
export const TransactionListReply = Type.Object(
  {
    transactions: Type.Array(ref(TransactionSchema), {
      description: "The transactions on this page.",
    }),
    nextCursor,
  },
  { description: "A page of the account's statement, newest transfer first." },
);
