import type { Timestamp } from "@bufbuild/protobuf/wkt";
import { parseActor } from "@tms/kit/values/actor";
import {
  EntryState,
  EntryVerdict,
  type Entry as EntryMessage,
  type EntryDecision as EntryDecisionMessage,
  type Gamer as GamerMessage,
  type ListEntriesResponse,
  type TimelinePoint as TimelinePointMessage,
} from "@tms/proto/tms/entry/v1/entry";
import type { Game } from "@tms/proto/tms/game/v1/game";
import { Type } from "typebox";
import * as field from "./field.ts";
import { optional, text } from "./input.ts";
import { idSchema, nullable, resource, type JsonOf } from "./resource.ts";
import { Tournament } from "./tournament.ts";
import { ifMetadata, metadata, metadataField, METADATA_BYTES } from "./values/metadata.ts";
import { exponentOf, toMajor } from "./values/money.ts";
import { createIsoWriter } from "./values/times.ts";

export const actorSchema = Type.Object(
  {
    type: Type.Enum(["api_key", "user", "system"], {
      description: "`system` is the service itself.",
    }),
    id: nullable(idSchema("The id of the API key or person. Null for `system`.")),
  },
  { description: "The API key, person or system that made the change." },
);

interface Decided {
  reason: string;
  actor: string;
  time?: Timestamp | undefined;
}

/** The members of a decision on an entry or a score, except the decision itself. */
export const decidedFields = {
  reason: field.text("The reason for the decision."),
  actor: field.of(actorSchema, ({ actor: name }: Decided) => {
    const actor = parseActor(name);
    if (actor === undefined) throw new Error("a service returned a decision without an actor");
    return { type: actor.type, id: actor.id };
  }),
  decidedAt: field.moment("When the decision was made.", "time"),
};

export const Gamer = resource<GamerMessage>()(
  "Gamer",
  "A gamer of the game.",
  {
    _id: "0197d9b1-22a4-7f3e-9b8a-0c1d2e3f4a5b",
    id: "0197d9b1-22a4-7f3e-9b8a-0c1d2e3f4a5b",
    handle: "ada",
    displayName: "Ada Lovelace",
    createdAt: "2030-04-28T09:30:00.000Z",
    updatedAt: "2030-04-28T09:30:00.000Z",
  },
  {
    _id: field.id("The id of the gamer.", "id"),
    id: field.id("The same value as `_id`."),
    handle: field.text("The handle of the gamer."),
    displayName: field.optionalText(
      "The display name of the gamer. If it is missing, show the handle.",
    ),
    metadata: metadataField(METADATA_BYTES),
    createdAt: field.moment("When the gamer was created.", "createTime"),
    updatedAt: field.moment("When the gamer last changed.", "updateTime"),
  },
);

export const GamerChanges = optional({
  displayName: nullable(
    text(
      "The display name of the gamer: 1 to 64 characters after normalization to Unicode NFC. It has at least one visible character and no control characters, and need not be unique. Null removes it.",
      256,
    ),
  ),
  metadata: nullable(metadata(METADATA_BYTES)),
});

export const ENTRY_STATES = field.words(EntryState);
const VERDICTS = field.words(EntryVerdict);

export const Entry = resource<EntryMessage, Game>()(
  "Entry",
  "The entry of a gamer in a tournament.",
  {
    id: "0197d9b1-22aa-7b0c-8c4d-1e2f3a4b5c6d",
    tournament: Tournament.example.id,
    gamer: Gamer.example.id,
    gamerHandle: Gamer.example.handle,
    entryFee: 2.5,
    joinedAt: "2030-05-01T17:42:10.125Z",
    state: "in",
    eliminated: false,
    eliminatedAt: null,
    rank: null,
    provisional: false,
    createdAt: "2030-05-01T17:42:10.125Z",
    updatedAt: "2030-05-01T17:42:10.125Z",
  },
  {
    id: field.id("The id of the entry."),
    tournament: field.id("The id of the tournament.", "tournamentId"),
    gamer: field.id("The id of the gamer.", "gamerId"),
    gamerHandle: field.text("The handle of the gamer.", "handle"),
    displayName: field.optional(
      Type.String({
        description:
          "The display name of the gamer. Only lists of entries have this field, for gamers with a display name.",
      }),
      () => undefined,
    ),
    entryFee: field.money("The entry fee that was charged.", "fee"),
    joinedAt: field.moment("When the gamer joined.", "joinTime"),
    state: ENTRY_STATES.field(
      "The state of the entry. A `disqualified` entry has no rank and wins no prize, but keeps its seat. Its fee stays in the prize pool.",
    ),
    eliminated: field.of(
      Type.Boolean({
        description: "Whether the gamer is eliminated. False again after a reinstatement.",
      }),
      ({ eliminateTime }) => eliminateTime !== undefined,
    ),
    eliminatedAt: field.momentOrNull(
      "When the gamer was eliminated. Later eliminations rank better.",
      "eliminateTime",
    ),
    rank: field.integerOrNull(
      "The rank of the gamer. An eliminated gamer has a rank immediately. All other gamers get their rank at the end. An eliminated gamer ranks behind all gamers still in and all gamers who were eliminated later.",
    ),
    provisional: field.flag(
      "Whether the rank can still change. This is true while gamers can still join. If the tournament takes scores and `noScore` is `out`, it is true until the ranking is final. False if `rank` is null.",
    ),
    metadata: metadataField(METADATA_BYTES),
    createdAt: field.moment("When the entry was created.", "createTime"),
    updatedAt: field.moment("When the entry last changed.", "updateTime"),
  },
);

/** Converts a page of the standings to JSON. Its compact entries are not messages that `Entry` can read. */
export function toEntries(
  page: Pick<ListEntriesResponse, "entries" | "feeMinorUnits" | "provisional">,
  tournament: string,
  game: Game,
): JsonOf<typeof Entry>[] {
  const entryFee = toMajor(page.feeMinorUnits, exponentOf(game));
  // The writer caches strings, because many entries of a page have equal moments.
  const isoOfMs = createIsoWriter();
  return page.entries.map((entry) => ({
    id: entry.id,
    tournament,
    gamer: entry.gamerId,
    gamerHandle: entry.handle,
    ...(entry.displayName !== "" && { displayName: entry.displayName }),
    entryFee,
    joinedAt: isoOfMs(entry.joinTimeMs),
    state: ENTRY_STATES.get(entry.state),
    eliminated: entry.eliminateTimeMs !== undefined,
    eliminatedAt: entry.eliminateTimeMs === undefined ? null : isoOfMs(entry.eliminateTimeMs),
    rank: entry.rank ?? null,
    // Before the end, only eliminated entries have a rank.
    provisional: page.provisional && entry.rank !== undefined,
    ...ifMetadata(entry.metadata),
    createdAt: isoOfMs(entry.createTimeMs),
    updatedAt: isoOfMs(entry.updateTimeMs),
  }));
}

export const EntryDecision = resource<EntryDecisionMessage>()(
  "EntryDecision",
  "A decision to disqualify or reinstate an entry.",
  {
    decision: "disqualify",
    was: "in",
    reason: "Speed hack, case 77",
    actor: { type: "api_key", id: "0197d9a3-1c2d-7e3f-a4b5-c6d7e8f90a1b" },
    decidedAt: "2030-05-01T18:31:00.000Z",
  },
  {
    decision: VERDICTS.field("The decision.", "verdict"),
    was: ENTRY_STATES.field("The state of the entry before the decision."),
    ...decidedFields,
  },
);

export const TimelinePoint = resource<TimelinePointMessage, Game>()(
  "TimelinePoint",
  "The state of a tournament at one point in time.",
  {
    at: "2030-05-01T18:00:00.000Z",
    entries: 312,
    eliminated: 0,
    disqualified: 1,
    prizePool: 780,
  },
  {
    at: field.moment("The time of this point.", "time"),
    entries: field.integer("The number of gamers who had joined."),
    eliminated: field.integer("The number of eliminated gamers, without disqualified gamers."),
    disqualified: field.integer(
      "The number of gamers who were disqualified at this time and still are.",
    ),
    prizePool: field.money(
      "The sum of the entry fees. Payouts do not reduce it.",
      "prizePoolMinorUnits",
    ),
  },
);
