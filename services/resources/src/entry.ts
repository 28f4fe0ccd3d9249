import {
  EntryState,
  EntryVerdict,
  type Entry as EntryMessage,
  type EntryDecision as EntryDecisionMessage,
  type ListEntriesResponse,
} from "@tms/proto/tms/entry/v1/entry";
import type { Game } from "@tms/proto/tms/game/v1/game";
import { Type } from "typebox";
import { decidedFields } from "./decided.ts";
import { Gamer } from "./gamer.ts";
import {
  flag,
  id,
  integerOrNull,
  moment,
  momentOrNull,
  money,
  optional,
  resource,
  text,
  words,
  type JsonOf,
} from "./resource.ts";
import { Tournament } from "./tournament.ts";
import { exponentOf } from "./values/currency.ts";
import { ifMetadata, metadata, METADATA_BYTES } from "./values/metadata.ts";
import { toMajor } from "./values/money.ts";
import { createIsoWriter } from "./values/times.ts";

/** The states of an entry in its tournament. */
export const ENTRY_STATES = words(EntryState, ["in", "eliminated", "disqualified"]);
const VERDICTS = words(EntryVerdict, ["disqualify", "reinstate"]);

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
    id: id("The id of the entry.", (entry) => entry.id),
    tournament: id("The id of the tournament.", ({ tournamentId }) => tournamentId),
    gamer: id("The id of the gamer.", ({ gamerId }) => gamerId),
    gamerHandle: text("The handle of the gamer.", ({ handle }) => handle),
    displayName: optional(
      Type.String({
        description:
          "The display name of the gamer. Only lists of entries have this field, for gamers with a display name.",
      }),
      () => undefined,
    ),
    entryFee: money("The entry fee that was charged.", ({ fee }) => fee?.minorUnits ?? 0n),
    joinedAt: moment("When the gamer joined.", ({ joinTime }) => joinTime),
    state: ENTRY_STATES.member(
      "The state of the entry. A `disqualified` entry has no rank and wins no prize, but keeps its seat. Its fee stays in the prize pool.",
      ({ state }) => state,
    ),
    eliminated: flag(
      "Whether the gamer is eliminated. False again after a reinstatement.",
      ({ eliminateTime }) => eliminateTime !== undefined,
    ),
    eliminatedAt: momentOrNull(
      "When the gamer was eliminated. Later eliminations rank better.",
      ({ eliminateTime }) => eliminateTime,
    ),
    rank: integerOrNull(
      "The rank of the gamer. An eliminated gamer has a rank immediately. All other gamers get their rank at the end. An eliminated gamer ranks behind all gamers still in and all gamers who were eliminated later.",
      ({ rank }) => rank,
    ),
    provisional: flag(
      "Whether the rank can still change. This is true while gamers can still join. If the tournament takes scores and `noScore` is `out`, it is true until the ranking is final. False if `rank` is null.",
      ({ provisional }) => provisional,
    ),
    metadata: optional(metadata(METADATA_BYTES), (entry) => ifMetadata(entry.metadata).metadata),
    createdAt: moment("When the entry was created.", ({ createTime }) => createTime),
    updatedAt: moment("When the entry last changed.", ({ updateTime }) => updateTime),
  },
);
export type EntryJson = JsonOf<typeof Entry>;

/** Converts a page of the standings to JSON. Its compact entries are not messages that `Entry` can read. */
export function toEntries(page: ListEntriesResponse, tournament: string, game: Game): EntryJson[] {
  const entryFee = toMajor(page.feeMinorUnits, exponentOf(game));
  // The writer caches texts, because many entries of a page have equal moments.
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
    decision: VERDICTS.member("The decision.", ({ verdict }) => verdict),
    was: ENTRY_STATES.member("The state of the entry before the decision.", ({ was }) => was),
    ...decidedFields,
  },
);
