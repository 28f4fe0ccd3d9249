import { wordsOf } from "@tms/kit/values/words";
import type { Entry as EntryMessage } from "@tms/proto/tms/entry/v1/entry";
import {
  CancelReason,
  type PayoutPaid,
  type RefundPaid,
  type TournamentCancelled,
  type TournamentCompleted,
  type TournamentUpdated,
  type WalletDeposited,
  type WalletWithdrawn,
} from "@tms/proto/tms/event/v1/event";
import { Payer, type Game } from "@tms/proto/tms/game/v1/game";
import type { Tournament } from "@tms/proto/tms/tournament/v1/tournament";
import { AccountType } from "@tms/proto/tms/wallet/v1/wallet";
import { Type } from "typebox";
import { Entry } from "./entry.ts";
import { PAYERS } from "./game.ts";
import { idSchema, momentSchema, moneySchema, nullable } from "./resource.ts";
import { EventPayout } from "./settlement.ts";
import { EventTournament } from "./tournament.ts";
import { exponentOf } from "./values/currency.ts";
import { toMajor } from "./values/money.ts";
import { transferOf } from "./values/transfers.ts";
import { Transaction, Wallet } from "./wallet.ts";

const REASONS = wordsOf(CancelReason);

// An event has less than 32 KiB. Everything except descriptions and metadata has at most 8 KB. 5,000
// characters take more than these bytes only if most of them have four bytes.
const MAX_BYTES = 20_000;
const MAX_PREVIOUS_BYTES = 4_000;
// Characters of six bytes, such as control characters, fit as well.
const CUT_LENGTH = 600;

/** Returns a tournament without its prize pool, which belongs to the ledger. */
export const tournamentData = (
  { tournament }: { tournament?: Tournament | undefined },
  game: Game,
) => {
  const json = EventTournament.toJson(tournament, game);
  return { tournament: cut(json, MAX_BYTES - metadataBytes(json)) };
};

/** Returns the tournament, and the previous values of the changed fields. */
export function tournamentUpdatedData({ tournament, previous }: TournamentUpdated, game: Game) {
  if (tournament === undefined || previous === undefined) throw new Error("an event has no change");
  const after = EventTournament.toJson(tournament, game);
  const before = {
    // Null if the field was added.
    ...("scoring" in after && { scoring: null }),
    ...("metadata" in after && { metadata: null }),
    ...EventTournament.toJson({ ...tournament, terms: previous }, game),
  };
  const changed: Cuttable = Object.fromEntries(
    Object.entries(before).filter(
      ([name, value]) =>
        JSON.stringify(value) !== JSON.stringify(after[name as keyof typeof after]),
    ),
  );
  return {
    tournament: cut(after, MAX_BYTES - metadataBytes(after) - metadataBytes(changed)),
    previous: cut(changed, MAX_PREVIOUS_BYTES),
  };
}

export const tournamentCompletedData = (value: TournamentCompleted, game: Game) => ({
  ...tournamentData(value, game),
  winner: value.tournament?.winnerGamerId ?? null,
  winners: value.tournament?.winnerGamerIds ?? [],
  winnersCount: value.tournament?.winnerCount ?? 0,
  pool: toMajor(value.pool?.minorUnits ?? 0n, exponentOf(game)),
});

export function tournamentCancelledData(value: TournamentCancelled, game: Game) {
  const reason = REASONS.word(value.reason);
  if (reason === undefined) throw new Error("an event has no cancellation reason");
  return { ...tournamentData(value, game), reason };
}

interface Cuttable {
  description?: string;
  metadata?: object | null;
}

/** Shortens a description that has more than `maxBytes`. */
function cut<T extends Cuttable>(json: T, maxBytes: number): T {
  const { description } = json;
  if (description === undefined || countBytes(description) <= maxBytes) return json;
  return { ...json, description: `${Array.from(description).slice(0, CUT_LENGTH).join("")}…` };
}

const metadataBytes = ({ metadata }: Cuttable): number => (metadata ? countBytes(metadata) : 0);

const countBytes = (value: string | object): number => Buffer.byteLength(JSON.stringify(value));

/** Returns the transfer of an entry fee, which has the entry's id; null if there is no fee. */
export function feeJson({ id, fee }: EntryMessage, payer: Payer, game: Game) {
  const minor = fee?.minorUnits ?? 0n;
  if (minor === 0n) return null;
  return { id, amount: toMajor(-minor, exponentOf(game)), payer: PAYERS.get(payer) };
}

export function paidData({ tournamentId, payout, position }: PayoutPaid | RefundPaid, game: Game) {
  return { payout: EventPayout.toJson({ ...required(payout), tournamentId, position }, game) };
}

/** Returns a wallet after a deposit or withdrawal, and the line of its statement. */
export function walletData(
  { gamerId, handle, transfer }: WalletDeposited | WalletWithdrawn,
  game: Game,
) {
  const balance = required(transfer?.balanceAfterMinorUnits);
  const account = { type: AccountType.GAMER, ownerId: gamerId };
  return {
    wallet: Wallet.toJson({ gamer: { id: gamerId, handle }, balance }, game),
    transaction: Transaction.toJson(transferOf(transfer, account), game),
  };
}

export function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("an event is incomplete");
  return value;
}

const TOURNAMENT = EventTournament.example.id;
const GAMER = Entry.example.gamer;

export const fee = {
  schema: nullable(
    Type.Object(
      {
        id: idSchema("The id of the ledger transfer, as in the statement of the account."),
        amount: moneySchema("The entry fee, as a negative amount."),
        payer: PAYERS.schema(
          "The account that paid: the account of the `game`, or the `wallet` of the gamer.",
        ),
      },
      { description: "The payment of the entry fee. Null if the tournament has no entry fee." },
    ),
  ),
  example: { id: Entry.example.id, amount: -2.5, payer: "wallet" },
};
export const winners = {
  winner: {
    schema: nullable(
      idSchema("The id of the only gamer with rank 1. Null if several gamers share rank 1."),
    ),
    example: GAMER,
  },
  winners: {
    schema: Type.Array(idSchema("The id of a gamer with rank 1."), {
      maxItems: 100,
      description: "The ids of the gamers with rank 1, at most 100.",
    }),
    example: [GAMER],
  },
  winnersCount: {
    schema: Type.Integer({ description: "The number of gamers with rank 1." }),
    example: 1,
  },
  pool: { schema: moneySchema("The amount in the prize pool when it was closed."), example: 1250 },
};
export const cancelReason = {
  schema: Type.Enum(["requested", "too_few_entries", "nobody_to_pay"], {
    description:
      "The reason for the cancellation. `requested`: a request canceled the tournament. `too_few_entries`: the tournament had fewer entries than `minEntries` at its end. `nobody_to_pay`: no gamer was left who could be paid.",
  }),
  example: "too_few_entries",
};
export const ranking = {
  schema: Type.Object(
    {
      tournament: idSchema("The id of the tournament."),
      version: Type.Integer({
        description: "The number of this final ranking of the tournament, starting at 1.",
      }),
    },
    { description: "The final ranking. To get its entries, list the entries of the tournament." },
  ),
  example: { tournament: TOURNAMENT, version: 1 },
};
export const reasonOf = (example: string) => ({
  schema: Type.String({ description: "The reason in the request." }),
  example,
});
export const advance = {
  schema: Type.Object(
    {
      from: momentSchema("The time of the clock before the advance."),
      to: momentSchema("The time to which the clock was advanced."),
    },
    { description: "The start and the end of the advance." },
  ),
  example: { from: "2030-05-01T18:00:00.000Z", to: "2030-05-01T20:00:00.000Z" },
};
