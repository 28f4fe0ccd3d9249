import { handleParams, noQuery } from "../../openapi/schemas/fields.ts";
import {
  gameSecurity,
  operation,
  problemResponses,
  writingHeaders,
  WRITING,
} from "../../openapi/operation.ts";
import { ListTransactionsQuery, TransactionListReply } from "../../openapi/schemas/transaction.ts";
import { GameAccountReply, MoveMoneyBody, MoveMoneyReply, WalletReply } from "./schemas.ts";

const common = { tags: ["wallets"], security: gameSecurity };
const moving = {
  ...common,
  params: handleParams,
  querystring: noQuery,
  headers: writingHeaders,
  body: MoveMoneyBody,
};

export const deposit = operation("wallets:write", {
  ...moving,
  operationId: "deposit",
  summary: "Deposit money",
  description:
    "Adds money to the wallet of a gamer, and returns the transaction. Creates the gamer if the handle is new. A retry without an Idempotency-Key makes a second deposit. Needs the scope `wallets:write`.",
  response: {
    201: MoveMoneyReply,
    ...problemResponses(
      "URI_TOO_LONG",
      "ACCOUNT_CLOSED",
      "BALANCE_OVERFLOW",
      "OUTSIDE_ACCOUNT_FULL",
      ...WRITING,
    ),
  },
});

export const withdraw = operation("wallets:write", {
  ...moving,
  operationId: "withdraw",
  summary: "Withdraw money",
  description:
    "Removes money from the wallet of a gamer, and returns the transaction. A wallet cannot go below zero. A retry without an Idempotency-Key makes a second withdrawal. Needs the scope `wallets:write`.",
  response: {
    201: MoveMoneyReply,
    ...problemResponses(
      "URI_TOO_LONG",
      "INSUFFICIENT_FUNDS",
      "GAMER_NOT_FOUND",
      "OUTSIDE_ACCOUNT_FULL",
      ...WRITING,
    ),
  },
});

export const read = operation("read", {
  ...common,
  operationId: "getWallet",
  summary: "Retrieve a wallet",
  description:
    "Returns the wallet of a gamer with its balance. The balance is 0 if the wallet never received money. Needs the scope `read`.",
  params: handleParams,
  querystring: noQuery,
  response: { 200: WalletReply, ...problemResponses("URI_TOO_LONG", "GAMER_NOT_FOUND") },
});

export const listTransactions = operation("read", {
  ...common,
  operationId: "listWalletTransactions",
  summary: "List wallet transactions",
  description:
    "Returns the statement of a gamer's wallet, newest transfer first. Needs the scope `read`.",
  params: handleParams,
  querystring: ListTransactionsQuery,
  response: {
    200: TransactionListReply,
    ...problemResponses("URI_TOO_LONG", "GAMER_NOT_FOUND", "INVALID_PAGE_TOKEN"),
  },
});

export const readGame = operation("read", {
  ...common,
  operationId: "getGameAccount",
  summary: "Retrieve the game account",
  description:
    "Returns the account of the game with its balance. A negative balance is the amount that the game owes for entry fees. Needs the scope `read`.",
  querystring: noQuery,
  response: { 200: GameAccountReply, ...problemResponses() },
});

export const listGameTransactions = operation("read", {
  ...common,
  operationId: "listGameTransactions",
  summary: "List game account transactions",
  description:
    "Returns the statement of the game's account, newest transfer first. Needs the scope `read`.",
  querystring: ListTransactionsQuery,
  response: { 200: TransactionListReply, ...problemResponses("INVALID_PAGE_TOKEN") },
});
