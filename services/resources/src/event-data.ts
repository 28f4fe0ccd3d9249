import { wordsOf } from "@tms/kit/values/words";
import { CancelReason, type TournamentUpdated } from "@tms/proto/tms/event/v1/event";
import type { Entry as EntryMessage } from "@tms/proto/tms/entry/v1/entry";
import type { Payer, Game } from "@tms/proto/tms/game/v1/game";
import type { Payout } from "@tms/proto/tms/settlement/v1/settlement";
import type { Tournament } from "@tms/proto/tms/tournament/v1/tournament";
import { AccountType, type Transfer } from "@tms/proto/tms/wallet/v1/wallet";
import type { Timestamp } from "@bufbuild/protobuf/wkt";
import { Type, type Static, type TSchema } from "typebox";
import { Entry } from "./entry.ts";
import * as field from "./field.ts";
import { PAYERS } from "./game.ts";
import { idSchema, momentSchema, moneySchema, nullable, ref, type Resource } from "./resource.ts";
import { EventPayout } from "./settlement.ts";
import { EventTournament, EventTournamentPreviousSchema } from "./tournament.ts";
import { exponentOf, toMajor } from "./values/money.ts";
import { isoOf } from "./values/times.ts";
import { Transaction, transferOf, Wallet } from "./wallet.ts";

/** A member of the data of an event. It is missing if `read` returns undefined. */
export interface DataMember<V> {
  schema: TSchema;
  /** Undefined if the example of the event does not have the member. */
  example: unknown;
  read: (value: V, game: Game) => unknown;
}

export const withExample = <M, S extends TSchema>(
  example: unknown,
  schema: S,
  read: (value: M, game: Game) => Static<S> | undefined,
) => ({ example, schema, read });

/** Creates a member that shows a resource. Its example is the example of the resource with `changes`. */
export const shown = <M, F, const K extends string>(
  of: Resource<M, Game, F>,
  name: K,
  changes: Partial<Resource<M, Game, F>["example"]> = {},
) => ({ ...field.one(of, name), example: { ...of.example, ...changes } });

// An event has less than 32 KiB: 20,000 bytes for its description and all metadata, 4,000 for the previous
// description, and at most 8 KB for everything else. Longer descriptions are cut.
const MAX_BYTES = 20_000;
const MAX_PREVIOUS_BYTES = 4_000;
// The characters that a cut description keeps. They fit even if JSON needs six bytes for each.
const CUT_LENGTH = 600;

interface OfTournament {
  tournament?: Tournament | undefined;
}

/** Creates a member that shows a tournament without its prize pool. Cuts a very long description. */
export const tournament = (changes: Partial<typeof EventTournament.example> = {}) => ({
  ...shown(EventTournament, "tournament", changes),
  read: (value: OfTournament, game: Game) => {
    const json = EventTournament.toJson(value.tournament, game);
    return cut(json, MAX_BYTES - metadataBytes(json));
  },
});

export const updatedTournament = {
  ...tournament({ entryFee: 3, updatedAt: "2030-04-29T08:00:00.000Z" }),
  read: (value: TournamentUpdated, game: Game) => {
    const json = EventTournament.toJson(value.tournament, game);
    return cut(json, MAX_BYTES - metadataBytes(json) - metadataBytes(previousValues(value, game)));
  },
};
export const previous = withExample(
  { entryFee: 2.5 },
  ref(EventTournamentPreviousSchema),
  (value: TournamentUpdated, game) => cut(previousValues(value, game), MAX_PREVIOUS_BYTES),
);

function previousValues({ tournament: now, previous: terms }: TournamentUpdated, game: Game) {
  const after = EventTournament.toJson(now, game);
  const before = {
    // Null means that the update added the field.
    ...Object.fromEntries(Object.keys(after).map((name) => [name, null])),
    ...EventTournament.toJson({ ...required(now), terms: required(terms) }, game),
  };
  const changed: Cuttable = Object.fromEntries(
    Object.entries(before).filter(
      ([name, value]) =>
        JSON.stringify(value) !== JSON.stringify(after[name as keyof typeof after]),
    ),
  );
  return changed;
}

interface Cuttable {
  description?: string;
  metadata?: object | null;
}

function cut<T extends Cuttable>(json: T, maxBytes: number): T {
  const { description } = json;
  if (description === undefined || countBytes(description) <= maxBytes) return json;
  return { ...json, description: `${Array.from(description).slice(0, CUT_LENGTH).join("")}…` };
}

const metadataBytes = ({ metadata }: Cuttable): number => (metadata ? countBytes(metadata) : 0);

const countBytes = (value: string | object): number => Buffer.byteLength(JSON.stringify(value));

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("an event is incomplete");
  return value;
}

/** The transfer of an entry fee. The transfer and the entry have the same id. */
export const fee = withExample(
  { id: Entry.example.id, amount: -2.5, payer: "wallet" },
  nullable(
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
  ({ entry, payer }: { entry?: EntryMessage | undefined; payer: Payer }, game) => {
    const { id, fee: paidFee } = required(entry);
    const minor = paidFee?.minorUnits ?? 0n;
    if (minor === 0n) return null;
    return { id, amount: toMajor(-minor, exponentOf(game)), payer: PAYERS.get(payer) };
  },
);

interface OfPayout {
  tournamentId: string;
  payout?: Payout | undefined;
  position: number;
}

export const paid = (changes: Partial<typeof EventPayout.example> = {}) =>
  withExample(
    { ...EventPayout.example, ...changes },
    ref(EventPayout.schema),
    ({ payout, tournamentId, position }: OfPayout, game) =>
      EventPayout.toJson({ ...required(payout), tournamentId, position }, game),
  );

interface OfWallet {
  gamerId: string;
  handle: string;
  transfer?: Transfer | undefined;
}

/** Creates a member that shows a wallet after a deposit or withdrawal. */
export const wallet = (changes: Partial<typeof Wallet.example> = {}) =>
  withExample(
    { ...Wallet.example, ...changes },
    ref(Wallet.schema),
    ({ gamerId: gamer, handle, transfer }: OfWallet, game) => {
      const balance = required(transfer?.balanceAfterMinorUnits);
      return Wallet.toJson({ gamer, handle, balance }, game);
    },
  );

/** Creates a member that shows a deposit or withdrawal as a line of the wallet's statement. */
export const moved = (changes: Partial<typeof Transaction.example> = {}) =>
  withExample(
    { ...Transaction.example, amount: 12.5, ...changes },
    ref(Transaction.schema),
    ({ gamerId, transfer }: OfWallet, game) =>
      Transaction.toJson(transferOf(transfer, { type: AccountType.GAMER, ownerId: gamerId }), game),
  );

const GAMER = Entry.example.gamer;

interface Completed {
  tournament?: Tournament | undefined;
  pool?: { minorUnits: bigint } | undefined;
}

export const winners = {
  winner: withExample(
    GAMER,
    nullable(
      idSchema("The id of the only gamer with rank 1. Null if several gamers share rank 1."),
    ),
    (value: Completed) => value.tournament?.winnerGamerId ?? null,
  ),
  winners: withExample(
    [GAMER],
    Type.Array(idSchema("The id of a gamer with rank 1."), {
      maxItems: 100,
      description: "The ids of the gamers with rank 1, at most 100.",
    }),
    (value: Completed) => value.tournament?.winnerGamerIds ?? [],
  ),
  winnersCount: withExample(
    1,
    Type.Integer({ description: "The number of gamers with rank 1." }),
    (value: Completed) => value.tournament?.winnerCount ?? 0,
  ),
  pool: {
    ...field.money("The amount in the prize pool when it was closed.", "pool"),
    example: 1250,
  },
};

const REASONS = wordsOf(CancelReason);

export const cancelReason = withExample(
  "too_few_entries",
  Type.Enum(["requested", "too_few_entries", "nobody_to_pay"], {
    description:
      "The reason for the cancellation. `requested`: a request cancelled the tournament. `too_few_entries`: the tournament had fewer entries than `minEntries` at its end. `nobody_to_pay`: no gamer was left who could be paid.",
  }),
  (value: { reason: CancelReason }) => required(REASONS.word(value.reason)),
);
export const ranking = withExample(
  { tournament: EventTournament.example.id, version: 1 },
  Type.Object(
    {
      tournament: idSchema("The id of the tournament."),
      version: Type.Integer({
        description: "The number of this final ranking of the tournament, starting at 1.",
      }),
    },
    { description: "The final ranking. To get its entries, list the entries of the tournament." },
  ),
  ({ tournamentId, version }: { tournamentId: string; version: number }) => ({
    tournament: tournamentId,
    version,
  }),
);
export const reason = (example: string) => ({
  ...field.text("The reason in the request.", "reason"),
  example,
});
export const advance = withExample(
  { from: "2030-05-01T18:00:00.000Z", to: "2030-05-01T20:00:00.000Z" },
  Type.Object(
    {
      from: momentSchema("The time of the clock before the advance."),
      to: momentSchema("The time to which the clock was advanced."),
    },
    { description: "The start and the end of the advance." },
  ),
  ({ fromTime, toTime }: { fromTime?: Timestamp | undefined; toTime?: Timestamp | undefined }) => ({
    from: isoOf(fromTime),
    to: isoOf(toTime),
  }),
);
