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
  summary: "Put money into a gamer's wallet",
  description:
    "An unknown handle becomes a gamer. Without an Idempotency-Key a repeat is a second deposit.",
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
  summary: "Take money out of a gamer's wallet",
  description: "Without an Idempotency-Key a repeat is a second withdrawal.",
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
  summary: "Read a gamer's wallet",
  params: handleParams,
  querystring: noQuery,
  response: { 200: WalletReply, ...problemResponses("URI_TOO_LONG", "GAMER_NOT_FOUND") },
});

export const listTransactions = operation("read", {
  ...common,
  operationId: "listWalletTransactions",
  summary: "The statement of a gamer's wallet, newest first",
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
  summary: "Read the game's own account",
  querystring: noQuery,
  response: { 200: GameAccountReply, ...problemResponses() },
});

export const listGameTransactions = operation("read", {
  ...common,
  operationId: "listGameTransactions",
  summary: "The statement of the game's own account, newest first",
  querystring: ListTransactionsQuery,
  response: { 200: TransactionListReply, ...problemResponses("INVALID_PAGE_TOKEN") },
});
