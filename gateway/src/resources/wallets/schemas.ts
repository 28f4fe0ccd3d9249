import { Type, type Static } from "typebox";
import { EXAMPLES } from "../../openapi/examples/examples.ts";
import {
  amount,
  closed,
  currency,
  id,
  message,
  money,
  nullable,
  ref,
} from "../../openapi/schemas/fields.ts";
import { TransactionSchema } from "../../openapi/schemas/transaction.ts";

export const WalletSchema = Type.Object(
  {
    gamer: id("The id of the gamer."),
    gamerHandle: Type.String({ description: "The handle of the gamer." }),
    currency,
    balance: money("The balance of the wallet. It is never below zero."),
  },
  { $id: "Wallet", examples: [EXAMPLES.Wallet], description: "The wallet of a gamer." },
);
export type WalletJson = Static<typeof WalletSchema>;

export const GameAccountSchema = Type.Object(
  {
    game: id("The id of the environment."),
    currency,
    balance: money(
      "The balance of the account. A negative balance is the amount that the game owes for entry fees.",
    ),
    creditLimit: nullable(money("How far below zero the balance can go. Null means no limit.")),
  },
  {
    $id: "GameAccount",
    examples: [EXAMPLES.GameAccount],
    description: "The account of the game in this environment.",
  },
);
export type GameAccountJson = Static<typeof GameAccountSchema>;

export const MoveMoneyBody = closed(
  { amount: amount("More than zero.", { exclusiveMinimum: 0 }) },
  { examples: [{ amount: 2.5 }] },
);
export const MoveMoneyReply = Type.Object(
  { message, transaction: ref(TransactionSchema) },
  { description: "The transaction in the ledger." },
);
export const WalletReply = Type.Object(
  { wallet: ref(WalletSchema) },
  { description: "The wallet." },
);
export const GameAccountReply = Type.Object(
  { account: ref(GameAccountSchema) },
  { description: "The account." },
);
