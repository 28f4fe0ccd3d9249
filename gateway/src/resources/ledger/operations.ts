import { noQuery } from "../../openapi/schemas/fields.ts";
import { operation, peopleSecurity, teamProblems } from "../../openapi/operation.ts";
import { ListTransactionsQuery, TransactionListReply } from "../../openapi/schemas/transaction.ts";
import { accountParams, AccountListReply, LedgerReply, ListAccountsQuery } from "./schemas.ts";

const common = { tags: ["ledger"], security: peopleSecurity };
const FOR_PEOPLE = { peopleOnly: true };

export const read = operation(
  "read",
  {
    ...common,
    operationId: "getLedger",
    summary: "Read the sums of all accounts, and that they add up to 0",
    description: "An answer may be ten seconds old; `asOf` says of when it is.",
    querystring: noQuery,
    response: { 200: LedgerReply, ...teamProblems() },
  },
  FOR_PEOPLE,
);

export const listAccounts = operation(
  "read",
  {
    ...common,
    operationId: "listLedgerAccounts",
    summary: "List the ledger's accounts, by kind",
    querystring: ListAccountsQuery,
    response: { 200: AccountListReply, ...teamProblems("INVALID_PAGE_TOKEN") },
  },
  FOR_PEOPLE,
);

export const listTransactions = operation(
  "read",
  {
    ...common,
    operationId: "listLedgerTransactions",
    summary: "The statement of one account, newest first",
    params: accountParams,
    querystring: ListTransactionsQuery,
    response: {
      200: TransactionListReply,
      ...teamProblems("URI_TOO_LONG", "ACCOUNT_NOT_FOUND", "INVALID_PAGE_TOKEN"),
    },
  },
  FOR_PEOPLE,
);
