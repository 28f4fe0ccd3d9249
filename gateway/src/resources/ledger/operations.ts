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
    summary: "Retrieve the ledger totals",
    description:
      "Returns the total balance of each kind of account. The sum of all balances is always 0. The balances can be up to ten seconds old. `asOf` has their time. Needs an access token and the scope `read`.",
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
    summary: "List ledger accounts",
    description:
      "Returns the accounts of the environment's ledger, grouped by kind. Needs an access token and the scope `read`.",
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
    summary: "List the transactions of a ledger account",
    description:
      "Returns the statement of a ledger account, newest transfer first. Needs an access token and the scope `read`.",
    params: accountParams,
    querystring: ListTransactionsQuery,
    response: {
      200: TransactionListReply,
      ...teamProblems("URI_TOO_LONG", "ACCOUNT_NOT_FOUND", "INVALID_PAGE_TOKEN"),
    },
  },
  FOR_PEOPLE,
);
