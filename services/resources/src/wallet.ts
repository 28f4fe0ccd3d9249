import type { Gamer as GamerMessage } from "@tms/proto/tms/entry/v1/entry";
import type { Game } from "@tms/proto/tms/game/v1/game";
import { Gamer } from "./gamer.ts";
import {
  currency,
  id,
  idOrNull,
  idSchema,
  member,
  moment,
  money,
  moneyOrNull,
  resource,
  text,
} from "./resource.ts";
import { TRANSFER_KINDS, type transferOf } from "./values/transfers.ts";

export const Wallet = resource<
  { gamer: Pick<GamerMessage, "id" | "handle">; balance: bigint },
  Game
>()(
  "Wallet",
  "The wallet of a gamer.",
  {
    gamer: Gamer.example.id,
    gamerHandle: Gamer.example.handle,
    currency: "USD",
    balance: 12.5,
  },
  {
    gamer: id("The id of the gamer.", ({ gamer }) => gamer.id),
    gamerHandle: text("The handle of the gamer.", ({ gamer }) => gamer.handle),
    currency,
    balance: money("The balance of the wallet. It is never below zero.", ({ balance }) => balance),
  },
);

export const GameAccount = resource<{ balance: bigint }, Game>()(
  "GameAccount",
  "The account of the game in this environment.",
  {
    game: "0197d9a0-0f3b-7d11-8a3e-5b6c7d8e9f01",
    currency: "USD",
    balance: -1250,
    creditLimit: null,
  },
  {
    game: member(idSchema("The id of the environment."), (_, game) => game.id),
    currency,
    balance: money(
      "The balance of the account. A negative balance is the amount that the game owes for entry fees.",
      ({ balance }) => balance,
    ),
    creditLimit: moneyOrNull(
      "How far below zero the balance can go. Null means no limit.",
      (_, game) => game.creditLimitMinorUnits,
    ),
  },
);

export const Transaction = resource<ReturnType<typeof transferOf>, Game>()(
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
    id: id("The id of the ledger transfer.", (transfer) => transfer.id),
    kind: TRANSFER_KINDS.member("The purpose of the transfer.", ({ kind }) => kind),
    amount: money(
      "Positive for money that came in, negative for money that went out.",
      ({ minorUnits }) => minorUnits,
    ),
    balanceAfter: moneyOrNull(
      "The balance after the transfer. Null in the response to a deposit or withdrawal.",
      ({ balanceAfter }) => balanceAfter,
    ),
    currency,
    tournament: idOrNull(
      "The id of the tournament that the transfer belongs to. Null for deposits and withdrawals.",
      ({ tournamentId }) => tournamentId,
    ),
    createdAt: moment("When the transfer was made, in real time.", ({ createTime }) => createTime),
  },
);
