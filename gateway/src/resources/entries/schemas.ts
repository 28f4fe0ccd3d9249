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
import { metadata, METADATA_BYTES } from "../../openapi/schemas/metadata.ts";
import { result } from "../../openapi/schemas/results.ts";
import { StandingSchema } from "../../openapi/schemas/standing.ts";

export const EntrySchema = Type.Object(
  {
    id: id("Entry identifier."),
    tournament: id("Tournament identifier."),
    gamer: id("Gamer record identifier."),
    gamerHandle: Type.String({ description: "The gamer's handle." }),
    displayName: Type.Optional(
      Type.String({
        description:
          "How the gamer is shown. In lists of entries, for gamers who have a display name.",
      }),
    ),
    entryFee: money("Fee recorded for the entry."),
    joinedAt: dateTime("When the seat was taken."),
    state: Type.Enum([...ENTRY_STATES], {
      description:
        "A disqualified entry has no rank, wins nothing and is counted by nobody; its seat and its fee stay.",
    }),
    eliminated: Type.Boolean({
      description: "Whether the gamer was eliminated, and has not been reinstated from that.",
    }),
    eliminatedAt: nullable(
      dateTime("When the gamer was eliminated. Whoever went out later ranks better."),
    ),
    rank: nullable(
      Type.Integer({
        description:
          "Set on elimination, and for everyone at the end. One who is out ranks behind all who are in and all who went out later.",
      }),
    ),
    provisional: Type.Boolean({
      description:
        "Whether the rank may still change: because gamers can still join, or where scores are taken and `noScore` is `out`, until the ranking is final. False without a rank.",
    }),
    metadata: Type.Optional(metadata(METADATA_BYTES)),
    createdAt: dateTime("When it was recorded."),
    updatedAt: dateTime("When it last changed."),
  },
  {
    $id: "Entry",
    examples: [EXAMPLES.Entry],
    description: "A gamer's participation in a tournament.",
  },
);
export type EntryJson = Static<typeof EntrySchema>;

export const EntryDecisionSchema = Type.Object(
  {
    decision: Type.Enum([...ENTRY_VERDICTS]),
    was: Type.Enum([...ENTRY_STATES], { description: "What the entry was before." }),
    ...decided,
  },
  {
    $id: "EntryDecision",
    examples: [EXAMPLES.EntryDecision],
    description: "What was decided on an entry.",
  },
);
export type EntryDecisionJson = Static<typeof EntryDecisionSchema>;

export const EntryParams = closed({ tournamentId: id("Which tournament."), handle });
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
      "The entry, its standing, null where the tournament takes no scores, and the decisions on it.",
  },
);

const joining = { gamer: handle, metadata: Type.Optional(metadata(METADATA_BYTES)) };

export const JoinBody = closed(joining, { examples: [{ gamer: "ada" }] });
export const JoinReply = Type.Object(
  { message, entry: ref(EntrySchema) },
  { description: "The gamer is in, and the fee is charged." },
);

export const JoinsBody = closed(
  {
    gamers: Type.Array(Type.Union([handle, closed(joining)]), {
      minItems: 1,
      maxItems: 1_000,
      description: "Each is a handle, or what a join of this gamer alone would send.",
    }),
  },
  { examples: [{ gamers: ["ada", { gamer: "grace", metadata: { seed: 2 } }] }] },
);
export type JoinsInput = Static<typeof JoinsBody>["gamers"][number];

const JoinResult = result([201], { entry: ref(EntrySchema) });
export type JoinResultJson = Static<typeof JoinResult>;

export const JoinsReply = Type.Object(
  { message, results: Type.Array(JoinResult) },
  { description: "What became of each join, in the order of the request." },
);

export const EliminateBody = closed(
  {
    gamer: Type.Optional(handle),
    gamers: Type.Optional(
      Type.Array(handle, {
        minItems: 1,
        maxItems: 1_000,
        uniqueItems: true,
        description: "Eliminated together, all or none; they share one rank and one moment.",
      }),
    ),
  },
  { description: "Either `gamer` or `gamers`.", examples: [{ gamers: ["ada", "grace"] }] },
);
export const EliminateReply = Type.Object(
  { message, entries: Type.Array(ref(EntrySchema)) },
  { description: "The eliminated entries, in the order of the request." },
);

const reason = Type.String({
  format: "text",
  minLength: 1,
  maxLength: 500,
  description: "Why: kept with the decision, and told by its event.",
});
const manyGamers = Type.Optional(
  Type.Array(handle, { minItems: 1, maxItems: 1_000, uniqueItems: true }),
);
const gamersWithReason = (example: string) =>
  closed(
    { gamer: Type.Optional(handle), gamers: manyGamers, reason },
    {
      description: "Either `gamer` or `gamers`, all or none.",
      examples: [{ gamer: "ada", reason: example }],
    },
  );

export const DisqualifyBody = gamersWithReason("Speed hack, case 77");
export const DisqualifyReply = Type.Object(
  { message, entries: Type.Array(ref(EntrySchema)) },
  { description: "The disqualified entries, in the order of the request." },
);

export const ReinstateBody = gamersWithReason("Case 77 was a false alarm");
export const ReinstateReply = Type.Object(
  { message, entries: Type.Array(ref(EntrySchema)) },
  { description: "The entries as they stand again, in the order of the request." },
);

export const ListGamerEntriesQuery = closed({
  open: Type.Optional(
    Type.Enum(["true", "false"], {
      description:
        "True tells only of tournaments that can still be joined: a page may then have fewer entries than `limit`, or none, and be followed by others.",
    }),
  ),
  ...pageQuery(100, 50),
});
export const GamerEntriesReply = Type.Object(
  { entries: Type.Array(ref(EntrySchema)), nextCursor },
  { description: "A page of the gamer's entries." },
);

export const ListEntriesQuery = closed(pageQuery(1_000, 50));
export const EntryListReply = Type.Object(
  { entries: Type.Array(ref(EntrySchema)), nextCursor },
  { description: "A page of the standings." },
);
export type EntryListJson = Static<typeof EntryListReply>;
