import { Type, type Static } from "typebox";
import { EXAMPLES } from "../../openapi/examples.ts";
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
} from "../../openapi/fields.ts";

export const EntrySchema = Type.Object(
  {
    id: id("Entry identifier."),
    tournament: id("Tournament identifier."),
    gamer: id("Gamer record identifier."),
    gamerHandle: Type.String({ description: "The gamer's handle." }),
    entryFee: money("Fee recorded for the entry."),
    joinedAt: dateTime("When the seat was taken."),
    eliminated: Type.Boolean(),
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
        "Whether the rank may still get worse, because gamers can still join. False without a rank.",
    }),
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

export const JoinBody = closed({ gamer: handle }, { examples: [{ gamer: "ada" }] });
export const JoinReply = Type.Object(
  { message, entry: ref(EntrySchema) },
  { description: "The gamer is in, and the fee is charged." },
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

export const ListEntriesQuery = closed(pageQuery(1_000, 50));
export const EntryListReply = Type.Object(
  { entries: Type.Array(ref(EntrySchema)), nextCursor },
  { description: "A page of the standings." },
);
export type EntryListJson = Static<typeof EntryListReply>;
