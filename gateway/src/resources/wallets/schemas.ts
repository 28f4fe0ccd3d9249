import { Type, type Static } from "typebox";
import { EXAMPLES } from "../../openapi/examples.ts";
import {
  amount,
  closed,
  currency,
  dateTime,
  id,
  message,
  money,
  nextCursor,
  nullable,
  pageQuery,
  ref,
} from "../../openapi/fields.ts";
import { TRANSFER_KINDS } from "../../values/transfers.ts";

export const WalletSchema = Type.Object(
  {
    gamer: id("The gamer."),
    gamerHandle: Type.String(),
    currency,
    balance: money("What the wallet holds; never below zero."),
  },
  { $id: "Wallet", examples: [EXAMPLES.Wallet], description: "A gamer's wallet." },
);
export type WalletJson = Static<typeof WalletSchema>;

export const GameAccountSchema = Type.Object(
  {
    game: id("The game."),
    currency,
    balance: money("Negative: what the game owes for entry fees it was charged."),
    creditLimit: nullable(money("How far below zero it may go; null means no limit.")),
  },
  { $id: "GameAccount", examples: [EXAMPLES.GameAccount], description: "The game's own account." },
);
export type GameAccountJson = Static<typeof GameAccountSchema>;

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

export const MoveMoneyBody = closed(
  { amount: amount("More than zero.", { exclusiveMinimum: 0 }) },
  { examples: [{ amount: 2.5 }] },
);
export const MoveMoneyReply = Type.Object(
  { message, transaction: ref(TransactionSchema) },
  { description: "The transfer as the ledger recorded it." },
);
export const WalletReply = Type.Object(
  { wallet: ref(WalletSchema) },
  { description: "The wallet." },
);
export const GameAccountReply = Type.Object(
  { account: ref(GameAccountSchema) },
  { description: "The account." },
);
export const ListTransactionsQuery = closed(pageQuery(1_000, 50));
export const TransactionListReply = Type.Object(
  {
    transactions: Type.Array(ref(TransactionSchema)),
    nextCursor,
  },
  { description: "A page of the statement." },
);
