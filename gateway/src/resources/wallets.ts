import { soleResult } from "@tms/kit/rpc/outcomes";
import { derivedId } from "@tms/kit/values/ids";
import type { Game } from "@tms/proto/tms/game/v1/game";
import {
  AccountType,
  TransferKind,
  type ListTransfersResponse,
} from "@tms/proto/tms/wallet/v1/wallet";
import { accountKind, Ledger, LedgerAccount, toAccountType } from "@tms/resources/ledger";
import { ref } from "@tms/resources/resource";
import { currencyOf } from "@tms/resources/values/currency";
import { transferOf, type AccountName } from "@tms/resources/values/transfers";
import { GameAccount, Transaction, Wallet } from "@tms/resources/wallet";
import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import type { Clients } from "../clients.ts";
import { minorOf } from "../http/body/amounts.ts";
import { earlierRequestId } from "../idempotency/repeats.ts";
import { amount, closed, message, nextCursor, pageQuery } from "../openapi/fields.ts";
import { operationsOf } from "../rest/operation.ts";

const { get, post } = operationsOf("wallets");
const { get: getForPeople } = operationsOf("ledger");
const forReaders = { scope: "read" } as const;
const forPeople = { scope: "read", peopleOnly: true } as const;

const moving = {
  scope: "wallets:write",
  body: closed(
    { amount: amount("More than zero.", { exclusiveMinimum: 0 }) },
    { examples: [{ amount: 2.5 }] },
  ),
  statuses: [201],
  returns: "The transaction in the ledger.",
  reply: { message, transaction: ref(Transaction.schema) },
} as const;

const statement = {
  query: pageQuery(1_000, 50),
  returns: "A page of the account's statement, newest transfer first.",
  reply: {
    transactions: Type.Array(ref(Transaction.schema), {
      description: "The transactions on this page.",
    }),
    nextCursor,
  },
};

const toStatement = (page: ListTransfersResponse, account: AccountName, game: Game) => ({
  transactions: page.transfers.map((one) => Transaction.toJson(transferOf(one, account), game)),
  nextCursor: page.nextPageToken || null,
});

const gamerAccount = (ownerId: string) => ({ type: AccountType.GAMER, ownerId });
const accountOf = ({ id }: Game) => ({ gameId: id, type: AccountType.GAME, ownerId: id });

/** Reads the gamer with a handle. Throws GAMER_NOT_FOUND if the game has no gamer with this handle. */
async function getGamer({ entry }: Clients, handle: string, game: Game) {
  const { gamer } = await entry.getGamer({ gameId: game.id, handle });
  if (gamer === undefined) throw new Error("the entry service returned no gamer");
  return gamer;
}

/** Returns the balance of an account in minor units, or 0 if it never received money. */
async function getBalance({ wallet }: Clients, account: AccountName, game: Game) {
  const { balances } = await wallet.batchGetBalances({
    refs: [{ gameId: game.id, ...account }],
    currency: currencyOf(game).code,
  });
  if (balances[0] === undefined) throw new Error("the wallet service returned no balance");
  return balances[0].minorUnits;
}

/** Moves money between the outside of the system and a gamer's wallet. Returns the transaction. */
async function move(
  { wallet }: Clients,
  kind: TransferKind,
  gamer: { id: string; handle: string },
  minorUnits: bigint,
  call: { game: Game; request: FastifyRequest; mutation: { requestId: string; gameId: string } },
) {
  const { game, request } = call;
  const { requestId, gameId } = call.mutation;
  const earlier = earlierRequestId(request);
  const account = gamerAccount(gamer.id);
  const outside = { gameId, type: AccountType.EXTERNAL, ownerId: gameId };
  const ofGamer = { gameId, ...account };
  const transfer = {
    // A repeated request has the same id, so it makes no second transfer.
    id: derivedId(requestId, "transfer"),
    ...(earlier !== undefined && { earlierId: derivedId(earlier, "transfer") }),
    // The wallet service does not store handles, but its events contain them.
    gamerHandle: gamer.handle,
    amount: { currency: currencyOf(game).code, minorUnits },
    kind,
    ...(kind === TransferKind.DEPOSIT
      ? { debit: outside, credit: ofGamer }
      : { debit: ofGamer, credit: outside }),
  };
  const { outcomes } = await wallet.batchTransfer({ transfers: [transfer] });
  return Transaction.toJson(transferOf(soleResult(outcomes), account), game);
}

/** The operations on the wallets of gamers and the account of the game. */
export const walletOperations = [
  post("deposit", "/wallet/:handle/deposit", {
    ...moving,
    summary: "Deposit money",
    description:
      "Adds money to the wallet of a gamer, and returns the transaction. Creates the gamer if the handle is new. A retry without an Idempotency-Key makes a second deposit. Needs the scope `wallets:write`.",
    problems: ["ACCOUNT_CLOSED", "BALANCE_OVERFLOW", "OUTSIDE_ACCOUNT_FULL"],
    async handle(call, clients) {
      const minorUnits = minorOf(call.body, "amount", call.game);
      const { gamer } = await clients.entry.createGamer({
        ...call.mutation,
        ...call.params,
        test: call.test,
      });
      if (gamer === undefined) throw new Error("the entry service returned no gamer");
      const transaction = await move(clients, TransferKind.DEPOSIT, gamer, minorUnits, call);
      return { message: "Deposit made successfully", transaction };
    },
  }),

  post("withdraw", "/wallet/:handle/withdraw", {
    ...moving,
    summary: "Withdraw money",
    description:
      "Removes money from the wallet of a gamer, and returns the transaction. A wallet cannot go below zero. A retry without an Idempotency-Key makes a second withdrawal. Needs the scope `wallets:write`.",
    problems: ["INSUFFICIENT_FUNDS", "GAMER_NOT_FOUND", "OUTSIDE_ACCOUNT_FULL"],
    async handle(call, clients) {
      const minorUnits = minorOf(call.body, "amount", call.game);
      const gamer = await getGamer(clients, call.params.handle, call.game);
      const transaction = await move(clients, TransferKind.WITHDRAWAL, gamer, minorUnits, call);
      return { message: "Withdrawal made successfully", transaction };
    },
  }),

  get("getWallet", "/wallet/:handle", {
    ...forReaders,
    summary: "Retrieve a wallet",
    description:
      "Returns the wallet of a gamer with its balance. The balance is 0 if the wallet never received money. Needs the scope `read`.",
    problems: ["GAMER_NOT_FOUND"],
    returns: "The wallet.",
    reply: { wallet: ref(Wallet.schema) },
    async handle(call, clients) {
      const gamer = await getGamer(clients, call.params.handle, call.game);
      const balance = await getBalance(clients, gamerAccount(gamer.id), call.game);
      return { wallet: Wallet.toJson({ gamer, balance }, call.game) };
    },
  }),

  get("getGameAccount", "/account", {
    ...forReaders,
    summary: "Retrieve the game account",
    description:
      "Returns the account of the game with its balance. A negative balance is the amount that the game owes for entry fees. Needs the scope `read`.",
    returns: "The account.",
    reply: { account: ref(GameAccount.schema) },
    async handle(call, clients) {
      const balance = await getBalance(clients, accountOf(call.game), call.game);
      return { account: GameAccount.toJson({ balance }, call.game) };
    },
  }),

  get("listWalletTransactions", "/wallet/:handle/transactions", {
    ...forReaders,
    ...statement,
    summary: "List wallet transactions",
    description:
      "Returns the statement of a gamer's wallet, newest transfer first. Needs the scope `read`.",
    problems: ["GAMER_NOT_FOUND", "INVALID_PAGE_TOKEN"],
    async handle(call, clients) {
      const { game, page } = call;
      const gamer = await getGamer(clients, call.params.handle, call.game);
      const account = gamerAccount(gamer.id);
      const transfers = await clients.wallet.listTransfers({
        ref: { gameId: game.id, ...account },
        currency: currencyOf(game).code,
        ...page,
      });
      return toStatement(transfers, account, game);
    },
  }),

  get("listGameTransactions", "/account/transactions", {
    ...forReaders,
    ...statement,
    summary: "List game account transactions",
    description:
      "Returns the statement of the game's account, newest transfer first. Needs the scope `read`.",
    problems: ["INVALID_PAGE_TOKEN"],
    async handle({ game, page }, { wallet }) {
      const account = accountOf(game);
      const transfers = await wallet.listTransfers({
        ref: account,
        currency: currencyOf(game).code,
        ...page,
      });
      return toStatement(transfers, account, game);
    },
  }),
];

/** The operations on the ledger of an environment. */
export const ledgerOperations = [
  getForPeople("getLedger", "/ledger", {
    ...forPeople,
    summary: "Retrieve the ledger totals",
    description:
      "Returns the total balance of each kind of account. The sum of all balances is always 0. The balances can be up to ten seconds old. `asOf` has their time. Needs an access token and the scope `read`.",
    returns: "The ledger totals.",
    reply: { ledger: ref(Ledger.schema) },
    async handle({ game }, { wallet }) {
      const asked = { gameId: game.id, currency: currencyOf(game).code };
      return { ledger: Ledger.toJson(await wallet.getLedger(asked), game) };
    },
  }),

  getForPeople("listLedgerAccounts", "/ledger/accounts", {
    ...forPeople,
    summary: "List ledger accounts",
    description:
      "Returns the accounts of the environment's ledger, grouped by kind. Needs an access token and the scope `read`.",
    query: {
      type: Type.Optional(accountKind("Returns only accounts of this kind.")),
      ...pageQuery(1_000, 50),
    },
    problems: ["INVALID_PAGE_TOKEN"],
    returns: "A page of the accounts, grouped by kind.",
    reply: {
      accounts: Type.Array(ref(LedgerAccount.schema), {
        description: "The accounts on this page.",
      }),
      nextCursor,
    },
    async handle({ query, page, game }, { wallet }) {
      const { accounts, nextPageToken } = await wallet.listAccounts({
        gameId: game.id,
        currency: currencyOf(game).code,
        type: toAccountType(query.type),
        ...page,
      });
      return {
        accounts: accounts.map((account) => LedgerAccount.toJson(account, game)),
        nextCursor: nextPageToken || null,
      };
    },
  }),

  getForPeople("listLedgerTransactions", "/ledger/accounts/:accountId/transactions", {
    ...forPeople,
    ...statement,
    summary: "List the transactions of a ledger account",
    description:
      "Returns the statement of a ledger account, newest transfer first. Needs an access token and the scope `read`.",
    problems: ["INVALID_PAGE_TOKEN"],
    async handle({ target, page, game }, { wallet }) {
      // The wallet service lists transfers by the owner of an account, not by its id.
      const { account } = await wallet.findAccount(target);
      const owned = account?.ref;
      if (owned === undefined) throw new Error("the wallet service returned no account");
      const transfers = await wallet.listTransfers({
        ref: owned,
        currency: currencyOf(game).code,
        ...page,
      });
      return toStatement(transfers, owned, game);
    },
  }),
];
