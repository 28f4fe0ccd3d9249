import { required } from "@tms/kit/errors/domain-error";
import { soleResult } from "@tms/kit/rpc/outcomes";
import { derivedId } from "@tms/kit/values/ids";
import type { Game } from "@tms/proto/tms/game/v1/game";
import { AccountType, TransferKind } from "@tms/proto/tms/wallet/v1/wallet";
import * as field from "@tms/resources/field";
import { currencyOf } from "@tms/resources/values/money";
import {
  accountKind,
  GameAccount,
  Ledger,
  LedgerAccount,
  toAccountType,
  Transaction,
  transferOf,
  Wallet,
  type AccountName,
} from "@tms/resources/wallet";
import type { FastifyRequest } from "fastify";
import type { Clients } from "../clients.ts";
import { minorOf } from "../http/body/values.ts";
import { earlierRequestId } from "../idempotency/repeats.ts";
import { amount } from "@tms/resources/input";
import { operationsOf, readsOf } from "../rest/operation.ts";

const { get, post } = operationsOf("wallets", { read: "read", write: "wallets:write" });
const getForPeople = readsOf("ledger", { scope: "read", peopleOnly: true });

const moving = {
  body: { amount: amount("More than zero.", { exclusiveMinimum: 0 }) },
  example: { amount: 2.5 },
  statuses: [201],
  returns: "The transaction in the ledger.",
  reply: { transaction: field.one(Transaction, "transaction") },
} as const;

const statement = {
  page: [1_000, 50],
  returns: "A page of the account's statement, newest transfer first.",
  reply: {
    transactions: field.many(Transaction, "The transactions on this page.", "transactions"),
  },
} as const;

async function readStatement(
  { wallet }: Clients,
  account: AccountName,
  { game, page }: { game: Game; page: { pageSize: number; pageToken: string } },
) {
  const { transfers, nextPageToken } = await wallet.listTransfers({
    ref: { gameId: game.id, type: account.type, ownerId: account.ownerId },
    currency: currencyOf(game).code,
    ...page,
  });
  return { transactions: transfers.map((one) => transferOf(one, account)), nextPageToken };
}

const gamerAccount = (ownerId: string) => ({ type: AccountType.GAMER, ownerId });
const gameAccount = ({ id }: Game) => ({ type: AccountType.GAME, ownerId: id });

async function getGamer({ entry }: Clients, target: { gameId: string; handle: string }) {
  const { gamer } = await entry.getGamer(target);
  return required(gamer, "the entry service returned no gamer");
}

/** Returns the balance of an account in minor units, or 0 if the account never received money. */
async function getBalance({ wallet }: Clients, account: AccountName, game: Game) {
  const { balances } = await wallet.batchGetBalances({
    refs: [{ gameId: game.id, ...account }],
    currency: currencyOf(game).code,
  });
  return required(balances[0], "the wallet service returned no balance").minorUnits;
}

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
    // A repeated request has the same id, so the wallet service makes no second transfer.
    id: derivedId(requestId, "transfer"),
    earlierId: earlier && derivedId(earlier, "transfer"),
    // The wallet service does not store handles, but its events contain them.
    gamerHandle: gamer.handle,
    amount: { currency: currencyOf(game).code, minorUnits },
    kind,
    ...(kind === TransferKind.DEPOSIT
      ? { debit: outside, credit: ofGamer }
      : { debit: ofGamer, credit: outside }),
  };
  const { outcomes } = await wallet.batchTransfer({ transfers: [transfer] });
  return { transaction: transferOf(soleResult(outcomes), account) };
}

export const walletOperations = [
  post("deposit", "/wallet/:handle/deposit", {
    ...moving,
    summary: "Deposit money",
    description:
      "Adds money to the wallet of a gamer, and returns the transaction. Creates the gamer if the handle is new. A retry without an Idempotency-Key makes a second deposit.",
    problems: ["ACCOUNT_CLOSED", "BALANCE_OVERFLOW", "OUTSIDE_ACCOUNT_FULL"],
    done: "Deposit made successfully",
    async handle(call, clients) {
      const minorUnits = minorOf(call.body, "amount", currencyOf(call.game));
      const created = await clients.entry.createGamer({ ...call.mutation, test: call.test });
      const gamer = required(created.gamer, "the entry service returned no gamer");
      return await move(clients, TransferKind.DEPOSIT, gamer, minorUnits, call);
    },
  }),

  post("withdraw", "/wallet/:handle/withdraw", {
    ...moving,
    summary: "Withdraw money",
    description:
      "Removes money from the wallet of a gamer, and returns the transaction. A wallet cannot go below zero. A retry without an Idempotency-Key makes a second withdrawal.",
    problems: ["INSUFFICIENT_FUNDS", "GAMER_NOT_FOUND", "OUTSIDE_ACCOUNT_FULL"],
    done: "Withdrawal made successfully",
    async handle(call, clients) {
      const minorUnits = minorOf(call.body, "amount", currencyOf(call.game));
      const gamer = await getGamer(clients, call.target);
      return await move(clients, TransferKind.WITHDRAWAL, gamer, minorUnits, call);
    },
  }),

  get("getWallet", "/wallet/:handle", {
    summary: "Retrieve a wallet",
    description:
      "Returns the wallet of a gamer with its balance. The balance is 0 if the wallet never received money.",
    problems: ["GAMER_NOT_FOUND"],
    returns: "The wallet.",
    reply: { wallet: field.one(Wallet, "wallet") },
    async handle({ target, game }, clients) {
      const { id, handle } = await getGamer(clients, target);
      const balance = await getBalance(clients, gamerAccount(id), game);
      return { wallet: { gamer: id, handle, balance } };
    },
  }),

  get("getGameAccount", "/account", {
    summary: "Retrieve the game account",
    description:
      "Returns the account of the game with its balance. A negative balance is the amount that the game owes for entry fees.",
    returns: "The account.",
    reply: { account: field.one(GameAccount, "account") },
    handle: async ({ game }, clients) => ({
      account: { ...game, balance: await getBalance(clients, gameAccount(game), game) },
    }),
  }),

  get("listWalletTransactions", "/wallet/:handle/transactions", {
    ...statement,
    summary: "List wallet transactions",
    description: "Returns the statement of a gamer's wallet, newest transfer first.",
    problems: ["GAMER_NOT_FOUND"],
    async handle(call, clients) {
      const gamer = await getGamer(clients, call.target);
      return await readStatement(clients, gamerAccount(gamer.id), call);
    },
  }),

  get("listGameTransactions", "/account/transactions", {
    ...statement,
    summary: "List game account transactions",
    description: "Returns the statement of the game's account, newest transfer first.",
    handle: (call, clients) => readStatement(clients, gameAccount(call.game), call),
  }),
];

export const ledgerOperations = [
  getForPeople("getLedger", "/ledger", {
    summary: "Retrieve the ledger totals",
    description:
      "Returns the total balance of each kind of account. The sum of all balances is always 0. The balances can be up to ten seconds old. `asOf` has their time.",
    returns: "The ledger totals.",
    reply: { ledger: field.one(Ledger, "ledger") },
    handle: async ({ game }, { wallet }) => ({
      ledger: await wallet.getLedger({ gameId: game.id, currency: currencyOf(game).code }),
    }),
  }),

  getForPeople("listLedgerAccounts", "/ledger/accounts", {
    summary: "List ledger accounts",
    description: "Returns the accounts of the environment's ledger, grouped by kind.",
    query: { type: accountKind("Returns only accounts of this kind.") },
    page: [1_000, 50],
    returns: "A page of the accounts, grouped by kind.",
    reply: { accounts: field.many(LedgerAccount, "The accounts on this page.", "accounts") },
    handle: ({ query, page, game }, { wallet }) =>
      wallet.listAccounts({
        gameId: game.id,
        currency: currencyOf(game).code,
        type: toAccountType(query.type),
        ...page,
      }),
  }),

  getForPeople("listLedgerTransactions", "/ledger/accounts/:accountId/transactions", {
    ...statement,
    summary: "List the transactions of a ledger account",
    description: "Returns the statement of a ledger account, newest transfer first.",
    async handle(call, clients) {
      // The wallet service lists transfers by the owner of an account, not by its id.
      const { account } = await clients.wallet.findAccount(call.target);
      if (account?.ref === undefined) throw new Error("the wallet service returned no account");
      return await readStatement(clients, account.ref, call);
    },
  }),
];
