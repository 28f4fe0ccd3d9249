import type { Game } from "@tms/proto/tms/game/v1/game";
import {
  AccountType,
  TransferKind,
  type Account,
  type AccountRef,
  type GetLedgerResponse,
  type JournalLine as JournalLineMessage,
  type Seal as SealMessage,
  type Transfer,
} from "@tms/proto/tms/wallet/v1/wallet";
import { Type } from "typebox";
import { Gamer } from "./entry.ts";
import * as field from "./field.ts";
import { currencySchema, idSchema, moneySchema, resource } from "./resource.ts";
import { exponentOf, toMajor } from "./values/money.ts";

export const TRANSFER_KINDS = field.words(TransferKind);

export type AccountName = Pick<AccountRef, "type" | "ownerId">;

/** Returns a transfer as one of its two accounts sees it. The amount is negative if money went out. */
export function transferOf(transfer: Transfer | undefined, account: AccountName) {
  const spec = transfer?.spec;
  if (transfer === undefined || spec === undefined)
    throw new Error("a service returned no transfer");
  const minorUnits = spec.amount?.minorUnits ?? 0n;
  const isIncoming = spec.credit?.type === account.type && spec.credit.ownerId === account.ownerId;
  return {
    id: spec.id,
    kind: spec.kind,
    minorUnits: isIncoming ? minorUnits : -minorUnits,
    balanceAfter: transfer.balanceAfterMinorUnits,
    tournamentId: spec.referenceId,
    createTime: transfer.createTime,
  };
}

type TransferLine = ReturnType<typeof transferOf>;

export const Wallet = resource<{ gamer: string; handle: string; balance: bigint }, Game>()(
  "Wallet",
  "The wallet of a gamer.",
  {
    gamer: Gamer.example.id,
    gamerHandle: Gamer.example.handle,
    currency: "USD",
    balance: 12.5,
  },
  {
    gamer: field.id("The id of the gamer."),
    gamerHandle: field.text("The handle of the gamer.", "handle"),
    currency: field.currency,
    balance: field.money("The balance of the wallet. It is never below zero."),
  },
);

export const GameAccount = resource<Game & { balance: bigint }, Game>()(
  "GameAccount",
  "The account of the game in this environment.",
  {
    game: "0197d9a0-0f3b-7d11-8a3e-5b6c7d8e9f01",
    currency: "USD",
    balance: -1250,
    creditLimit: null,
  },
  {
    game: field.id("The id of the environment.", "id"),
    currency: field.currency,
    balance: field.money(
      "The balance of the account. A negative balance is the amount that the game owes for entry fees.",
    ),
    creditLimit: field.moneyOrNull(
      "How far below zero the balance can go. Null means no limit.",
      "creditLimitMinorUnits",
    ),
  },
);

export const Transaction = resource<TransferLine, Game>()(
  "Transaction",
  "A line in the statement of an account.",
  {
    id: "5f6b1f0e-6b1c-5c1b-9d0e-3a2b1c0d9e8f",
    kind: "deposit",
    amount: 2.5,
    balanceAfter: 12.5,
    currency: "USD",
    tournament: null,
    createdAt: "2030-04-28T09:30:00.000Z",
  },
  {
    id: field.id("The id of the ledger transfer."),
    kind: TRANSFER_KINDS.field("The purpose of the transfer."),
    amount: field.money(
      "Positive for money that came in, negative for money that went out.",
      "minorUnits",
    ),
    balanceAfter: field.moneyOrNull(
      "The balance after the transfer. Null in the response to a deposit or withdrawal.",
    ),
    currency: field.currency,
    tournament: field.idOrNull(
      "The id of the tournament that the transfer belongs to. Null for deposits and withdrawals.",
      "tournamentId",
    ),
    createdAt: field.moment("When the transfer was made, in real time.", "createTime"),
  },
);

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

/** Returns the account type of a kind. Without a kind, returns UNSPECIFIED, which means all accounts. */
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
    currency: field.currency,
    accounts: field.of(
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
    sum: field.money("The sum of all balances. It is always 0.", "sumMinorUnits"),
    asOf: field.moment("The time of the balances, at most ten seconds ago.", "asOfTime"),
  },
);

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
    id: field.id("The id of the account."),
    kind: field.of(accountKind("The kind of the account."), ({ ref }) => toKind(ref?.type)),
    owner: field.of(
      idSchema("The id of the gamer, tournament or environment that owns the account."),
      ({ ref }) => ref?.ownerId ?? "",
    ),
    currency: field.of(currencySchema, ({ balance }) => balance?.currency ?? ""),
    balance: field.money("The balance of the account."),
    createdAt: field.moment("When the account was opened.", "createTime"),
    closedAt: field.momentOrNull(
      "When the account was closed. Null while it is open.",
      "closeTime",
    ),
  },
);

export const JournalLine = resource<TransferLine & JournalLineMessage, Game>()(
  "StatementLine",
  "A transfer into or out of a prize pool.",
  {
    transaction: "5f6b1f0e-6b1c-5c1b-9d0e-3a2b1c0d9e8f",
    kind: "entry_fee",
    amount: 2.5,
    createdAt: "2030-05-01T18:10:00.120Z",
    seal: 1,
    text: "18 5f6b1f0e-6b1c-5c1b-9d0e-3a2b1c0d9e8f 250 3c0f1a52-8a7e-5b0d-9a55-0e6c2d4b7f10 3 0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11 1903889400120",
  },
  {
    transaction: field.id("The id of the ledger transfer.", "id"),
    kind: TRANSFER_KINDS.field("The purpose of the transfer."),
    amount: field.money(
      "Positive for money into the prize pool, negative for money out of it.",
      "minorUnits",
    ),
    createdAt: field.moment("When the transfer was made, in real time.", "createTime"),
    seal: field.integer("The number of the seal that covers this line.", "sealNumber"),
    text: field.text("The sealed text of the line, without the line feed at its end."),
  },
);

export const Seal = resource<SealMessage>()(
  "Seal",
  "A seal that covers a range of prize pool transfers. Each seal includes the digest of the previous one.",
  {
    number: 1,
    lines: 1,
    digest: "51c41d4dce7f3fec582b67d47d0013ba472b349a701444ed8fda4b37777c7b05",
    createdAt: "2030-05-01T18:10:00.120Z",
  },
  {
    number: field.integer("The number of the seal, starting at 1."),
    lines: field.integer("The number of lines that the seal covers.", "transfers"),
    digest: field.of(
      Type.String({
        pattern: "^[0-9a-f]{64}$",
        description:
          "The SHA-256 digest of the previous digest and the lines of the seal. For the first seal, the id of the account takes the place of the previous digest.",
      }),
      ({ digest }) => Buffer.from(digest).toString("hex"),
    ),
    createdAt: field.moment("When the seal was created.", "createTime"),
  },
);
