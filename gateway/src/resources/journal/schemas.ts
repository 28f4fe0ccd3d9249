import { Type, type Static } from "typebox";
import { PATTERNS } from "../../openapi/patterns.ts";
import { EXAMPLES } from "../../openapi/examples/examples.ts";
import {
  closed,
  dateTime,
  id,
  money,
  nextCursor,
  pageQuery,
  ref,
} from "../../openapi/schemas/fields.ts";
import { TRANSFER_KINDS } from "@tms/resources/values/transfers";

export const JournalLineSchema = Type.Object(
  {
    transaction: id("The ledger transfer."),
    kind: Type.Enum([...TRANSFER_KINDS], { description: "What it was made for." }),
    amount: money("Positive into the prize pool, negative out of it."),
    createdAt: dateTime("When it was made."),
    seal: Type.Integer({ description: "The number of the seal over it." }),
    text: Type.String({ description: "What is sealed, without the line feed that ends it." }),
  },
  {
    $id: "StatementLine",
    examples: [EXAMPLES.StatementLine],
    description: "One movement of a prize pool.",
  },
);
export type JournalLineJson = Static<typeof JournalLineSchema>;

export const SealSchema = Type.Object(
  {
    number: Type.Integer({ description: "Counts from 1." }),
    lines: Type.Integer({ description: "How many lines it covers." }),
    digest: Type.String({
      pattern: PATTERNS.sha256.pattern,
      description: "SHA-256 over the digest before it and its lines.",
    }),
    createdAt: dateTime("When it was set."),
  },
  {
    $id: "Seal",
    examples: [EXAMPLES.Seal],
    description: "A link of the chain over a prize pool's movements.",
  },
);
export type SealJson = Static<typeof SealSchema>;

export const JournalQuery = closed(pageQuery(1_000, 50));
export const JournalReply = Type.Object(
  {
    account: id("The ledger account of the prize pool, with which its chain begins."),
    lines: Type.Array(ref(JournalLineSchema)),
    seals: Type.Array(ref(SealSchema)),
    nextCursor,
  },
  { description: "A page of the prize pool's movements, oldest first, and the seals over them." },
);
