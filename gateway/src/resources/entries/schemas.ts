import { ENTRY_STATES, ENTRY_VERDICTS } from "@tms/resources/entry";
import { Type, type Static } from "typebox";
import { decided } from "../../openapi/schemas/decided.ts";
import { EXAMPLES } from "../../openapi/examples/examples.ts";
import {
  closed,
  dateTime,
  handle,
  id,
  message,
  money,
  nextCursor,
  nullable,
  pageQuery,
  ref,
} from "../../openapi/schemas/fields.ts";
import { metadata, METADATA_BYTES } from "@tms/resources/values/metadata";
import { result } from "../../openapi/schemas/results.ts";
import { StandingSchema } from "../../openapi/schemas/standing.ts";

export const EntrySchema = Type.Object(
  {
    id: id("The id of the entry."),
    tournament: id("The id of the tournament."),
    gamer: id("The id of the gamer."),
    gamerHandle: Type.String({ description: "The handle of the gamer." }),
    displayName: Type.Optional(
      Type.String({
        description:
          "The display name of the gamer. Only lists of entries have this field, for gamers with a display name.",
      }),
    ),
    entryFee: money("The entry fee that was charged."),
    joinedAt: dateTime("When the gamer joined."),
    state: Type.Enum([...ENTRY_STATES], {
      description:
        "The state of the entry. A `disqualified` entry has no rank and wins no prize, but keeps its seat. Its fee stays in the prize pool.",
    }),
    eliminated: Type.Boolean({
      description: "Whether the gamer is eliminated. False again after a reinstatement.",
    }),
    eliminatedAt: nullable(
      dateTime("When the gamer was eliminated. Later eliminations rank better."),
    ),
    rank: nullable(
      Type.Integer({
        description:
          "The rank of the gamer. An eliminated gamer has a rank immediately. All other gamers get their rank at the end. An eliminated gamer ranks behind all gamers still in and all gamers who were eliminated later.",
      }),
    ),
    provisional: Type.Boolean({
      description:
        "Whether the rank can still change. This is true while gamers can still join. If the tournament takes scores and `noScore` is `out`, it is true until the ranking is final. False if `rank` is null.",
    }),
    metadata: Type.Optional(metadata(METADATA_BYTES)),
    createdAt: dateTime("When the entry was created."),
    updatedAt: dateTime("When the entry last changed."),
  },
  {
    $id: "Entry",
    examples: [EXAMPLES.Entry],
    description: "The entry of a gamer in a tournament.",
  },
);
export type EntryJson = Static<typeof EntrySchema>;

export const EntryDecisionSchema = Type.Object(
  {
    decision: Type.Enum([...ENTRY_VERDICTS], { description: "The decision." }),
    was: Type.Enum([...ENTRY_STATES], {
      description: "The state of the entry before the decision.",
    }),
    ...decided,
  },
  {
    $id: "EntryDecision",
    examples: [EXAMPLES.EntryDecision],
    description: "A decision to disqualify or reinstate an entry.",
  },
);
export type EntryDecisionJson = Static<typeof EntryDecisionSchema>;

export const EntryParams = closed({ tournamentId: id("The id of the tournament."), handle });
export const EntryReply = Type.Object(
  {
    entry: ref(EntrySchema),
    standing: nullable(ref(StandingSchema)),
    decisions: Type.Array(ref(EntryDecisionSchema), {
      maxItems: 10,
      description: "The last ten decisions on the entry, the latest last.",
    }),
  },
  {
    description:
      "The entry, its standing and the decisions on it. `standing` is null if the tournament does not take scores.",
  },
);

const joining = { gamer: handle, metadata: Type.Optional(metadata(METADATA_BYTES)) };

export const JoinBody = closed(joining, { examples: [{ gamer: "ada" }] });
export const JoinReply = Type.Object(
  { message, entry: ref(EntrySchema) },
  { description: "The gamer has joined, and the entry fee was charged." },
);

export const JoinsBody = closed(
  {
    gamers: Type.Array(Type.Union([handle, closed(joining)]), {
      minItems: 1,
      maxItems: 1_000,
      description:
        "The gamers to join. Each item is a handle, or the body of a request that joins only this gamer.",
    }),
  },
  { examples: [{ gamers: ["ada", { gamer: "grace", metadata: { seed: 2 } }] }] },
);
export type JoinsInput = Static<typeof JoinsBody>["gamers"][number];

const JoinResult = result([201], { entry: ref(EntrySchema) });
export type JoinResultJson = Static<typeof JoinResult>;

export const JoinsReply = Type.Object(
  {
    message,
    results: Type.Array(JoinResult, { description: "The results, in the order of the request." }),
  },
  { description: "The result of each join, in the order of the request." },
);

export const EliminateBody = closed(
  {
    gamer: Type.Optional(handle),
    gamers: Type.Optional(
      Type.Array(handle, {
        minItems: 1,
        maxItems: 1_000,
        uniqueItems: true,
        description:
          "The handles of gamers to eliminate together. They share one rank and one `eliminatedAt`.",
      }),
    ),
  },
  { description: "Either `gamer` or `gamers`.", examples: [{ gamers: ["ada", "grace"] }] },
);
export const EliminateReply = Type.Object(
  { message, entries: Type.Array(ref(EntrySchema), { description: "The changed entries." }) },
  { description: "The eliminated entries, in the order of the request." },
);

const reason = Type.String({
  format: "text",
  minLength: 1,
  maxLength: 500,
  description:
    "The reason for the decision. It is stored with the decision and included in its event.",
});
const manyGamers = Type.Optional(
  Type.Array(handle, {
    minItems: 1,
    maxItems: 1_000,
    uniqueItems: true,
    description: "The handles of the gamers.",
  }),
);
const gamersWithReason = (example: string) =>
  closed(
    { gamer: Type.Optional(handle), gamers: manyGamers, reason },
    {
      description: "Either `gamer` or `gamers`, and the reason.",
      examples: [{ gamer: "ada", reason: example }],
    },
  );

export const DisqualifyBody = gamersWithReason("Speed hack, case 77");
export const DisqualifyReply = Type.Object(
  { message, entries: Type.Array(ref(EntrySchema), { description: "The changed entries." }) },
  { description: "The disqualified entries, in the order of the request." },
);

export const ReinstateBody = gamersWithReason("Case 77 was a false alarm");
export const ReinstateReply = Type.Object(
  { message, entries: Type.Array(ref(EntrySchema), { description: "The changed entries." }) },
  { description: "The reinstated entries, in the order of the request." },
);

export const ListGamerEntriesQuery = closed({
  open: Type.Optional(
    Type.Enum(["true", "false"], {
      description:
        "Send `true` to get only entries in tournaments that gamers can still join. A page can then have fewer entries than `limit`, or none, even if more pages follow.",
    }),
  ),
  ...pageQuery(100, 50),
});
export const GamerEntriesReply = Type.Object(
  {
    entries: Type.Array(ref(EntrySchema), { description: "The entries on this page." }),
    nextCursor,
  },
  { description: "A page of the gamer's entries, newest first." },
);

export const ListEntriesQuery = closed(pageQuery(1_000, 50));
export const EntryListReply = Type.Object(
  {
    entries: Type.Array(ref(EntrySchema), { description: "The entries on this page." }),
    nextCursor,
  },
  { description: "A page of the standings." },
);
export type EntryListJson = Static<typeof EntryListReply>;
