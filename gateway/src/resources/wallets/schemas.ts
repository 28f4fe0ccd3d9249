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
