import type { Game } from "@tms/proto/tms/game/v1/game";
import { AccountType, type Account, type GetLedgerResponse } from "@tms/proto/tms/wallet/v1/wallet";
import { Type } from "typebox";
import {
  currency,
  currencySchema,
  id,
  member,
  moment,
  momentOrNull,
  money,
  moneySchema,
  resource,
} from "./resource.ts";
import { exponentOf } from "./values/currency.ts";
import { toMajor } from "./values/money.ts";

const TYPES = {
  outside: AccountType.EXTERNAL,
  game: AccountType.GAME,
  gamers: AccountType.GAMER,
  prizePools: AccountType.PRIZE_POOL,
  platform: AccountType.PLATFORM,
} as const;
type Kind = keyof typeof TYPES;
const KINDS = Object.keys(TYPES) as Kind[];

export const accountKind = (description: string) => Type.Enum([...KINDS], { description });

/** Returns the account type of a kind. Without a kind, the type stands for all accounts. */
export const toAccountType = (kind: Kind | undefined): AccountType =>
  kind === undefined ? AccountType.UNSPECIFIED : TYPES[kind];

function toKind(type: AccountType | undefined): Kind {
  const kind = KINDS.find((name) => TYPES[name] === type);
  if (kind === undefined) throw new Error(`an account has the unknown type ${type}`);
  return kind;
}

export const Ledger = resource<GetLedgerResponse, Game>()(
  "Ledger",
  "The total balances of an environment, by kind of account.",
  {
    currency: "USD",
    accounts: [
      { kind: "outside", balance: -6250 },
      { kind: "game", balance: -1250 },
      { kind: "gamers", balance: 6237.5 },
      { kind: "prizePools", balance: 1250 },
      { kind: "platform", balance: 12.5 },
    ],
    sum: 0,
    asOf: "2030-05-01T18:10:00.000Z",
  },
  {
    currency,
    accounts: member(
      Type.Array(
        Type.Object({
          kind: accountKind("The kind of the accounts."),
          balance: moneySchema(
            "The total balance of all accounts of this kind. The balance of `outside` is negative for money that came in.",
          ),
        }),
        { description: "The total balance of each kind of account." },
      ),
      ({ balances }, game) =>
        balances.map(({ type, minorUnits }) => ({
          kind: toKind(type),
          balance: toMajor(minorUnits, exponentOf(game)),
        })),
    ),
    sum: money("The sum of all balances. It is always 0.", (ledger) => ledger.sumMinorUnits),
    asOf: moment("The time of the balances, at most ten seconds ago.", (ledger) => ledger.asOfTime),
  },
);

const balanceOf = ({ balance }: Account) => {
  if (balance === undefined) throw new Error("the wallet service returned no balance");
  return balance;
};

export const LedgerAccount = resource<Account, Game>()(
  "LedgerAccount",
  "An account of an environment's ledger.",
  {
    id: "3c0f1a52-8a7e-5b0d-9a55-0e6c2d4b7f10",
    kind: "gamers",
    owner: "0197d9b1-22a4-7f3e-9b8a-0c1d2e3f4a5b",
    currency: "USD",
    balance: 12.5,
    createdAt: "2030-04-28T09:30:00.000Z",
    closedAt: null,
  },
  {
    id: id("The id of the account.", (account) => account.id),
    kind: member(accountKind("The kind of the account."), ({ ref }) => toKind(ref?.type)),
    owner: id(
      "The id of the gamer, tournament or environment that owns the account.",
      ({ ref }) => ref?.ownerId ?? "",
    ),
    currency: member(currencySchema, (account) => balanceOf(account).currency),
    balance: money("The balance of the account.", (account) => balanceOf(account).minorUnits),
    createdAt: moment("When the account was opened.", (account) => account.createTime),
    closedAt: momentOrNull(
      "When the account was closed. Null while it is open.",
      (account) => account.closeTime,
    ),
  },
);
