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
