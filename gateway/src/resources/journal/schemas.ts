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
    transaction: id("The id of the ledger transfer."),
    kind: TRANSFER_KINDS.schema("The purpose of the transfer."),
    amount: money("Positive for money into the prize pool, negative for money out of it."),
    createdAt: dateTime("When the transfer was made, in real time."),
    seal: Type.Integer({ description: "The number of the seal that covers this line." }),
    text: Type.String({
      description: "The sealed text of the line, without the line feed at its end.",
    }),
  },
  {
    $id: "StatementLine",
    examples: [EXAMPLES.StatementLine],
    description: "A transfer into or out of a prize pool.",
  },
);
export type JournalLineJson = Static<typeof JournalLineSchema>;

export const SealSchema = Type.Object(
  {
    number: Type.Integer({ description: "The number of the seal, starting at 1." }),
    lines: Type.Integer({ description: "The number of lines that the seal covers." }),
    digest: Type.String({
      pattern: PATTERNS.sha256.pattern,
      description:
        "The SHA-256 digest of the previous digest and the lines of the seal. For the first seal, the id of the account takes the place of the previous digest.",
    }),
    createdAt: dateTime("When the seal was created."),
  },
  {
    $id: "Seal",
    examples: [EXAMPLES.Seal],
    description:
      "A seal that covers a range of prize pool transfers. Each seal includes the digest of the previous one.",
  },
);
export type SealJson = Static<typeof SealSchema>;

export const JournalQuery = closed(pageQuery(1_000, 50));
export const JournalReply = Type.Object(
  {
    account: id(
      "The id of the ledger account of the prize pool. The first seal begins with this id.",
    ),
    lines: Type.Array(ref(JournalLineSchema), { description: "The transfers, oldest first." }),
    seals: Type.Array(ref(SealSchema), { description: "The seals that cover these transfers." }),
    nextCursor,
  },
  { description: "A page of the prize pool's transfers, oldest first, and their seals." },
);
