import { KEY_SCOPES } from "@tms/resources/api-key";
import { Type, type Static } from "typebox";
import { EXAMPLES } from "../../openapi/examples/examples.ts";
import {
  closed,
  dateTime,
  id,
  message,
  nextCursor,
  nullable,
  pageQuery,
  ref,
} from "../../openapi/schemas/fields.ts";

/** Whether a key works. */
export const KEY_STATES = ["active", "rolling", "revoked", "expired"] as const;

const scope = Type.Enum([...KEY_SCOPES]);

export const KeySchema = Type.Object(
  {
    id: id("Record identifier."),
    name: Type.String({ description: "A successor takes it over." }),
    hint: Type.String({ description: "The first characters of the secret." }),
    scopes: Type.Array(scope, { description: "What it may do; `read` comes with each other." }),
    ipRanges: Type.Array(Type.String(), {
      description: "From where it may be used, in CIDR form; empty means everywhere.",
    }),
    state: Type.Enum([...KEY_STATES], {
      description: "A `rolling` key works until `endsAt`, beside its successor.",
    }),
    createdBy: nullable(id("The person; null for an operator.")),
    createdAt: dateTime("When it was created."),
    expiresAt: nullable(dateTime("When it stops working by itself; null means never.")),
    lastUsedAt: nullable(dateTime("The minute in which it was last used; null until then.")),
    lastUsedAddress: nullable(Type.String({ description: "From where, then." })),
    replaces: nullable(id("The key that it was rolled from.")),
    replacedBy: nullable(id("The key that it was rolled to.")),
    endsAt: nullable(dateTime("When a rolled key stops working.")),
  },
  {
    $id: "Key",
    examples: [EXAMPLES.Key],
    description: "An API key of an environment, without its secret.",
  },
);
export type KeyJson = Static<typeof KeySchema>;

const name = Type.String({ format: "text", minLength: 1, maxLength: 60 });
const scopes = (description: string) =>
  Type.Array(scope, {
    minItems: 1,
    maxItems: KEY_SCOPES.length,
    uniqueItems: true,
    description,
  });
const ipRanges = Type.Array(Type.String({ format: "text", minLength: 1, maxLength: 50 }), {
  maxItems: 20,
  description:
    "From where it may be used: networks in CIDR form, or addresses. None means everywhere.",
  examples: [["203.0.113.0/24"]],
});
const expiresAt = nullable(dateTime("When it stops working by itself; null means never."));

export const CreateKeyBody = closed(
  {
    name,
    scopes: Type.Optional(
      scopes(
        "No more than one holds oneself, and all of that when absent; `read` comes with each.",
      ),
    ),
    ipRanges: Type.Optional(ipRanges),
    expiresAt: Type.Optional(expiresAt),
  },
  { examples: [{ name: EXAMPLES.Key.name, scopes: EXAMPLES.Key.scopes }] },
);
export const UpdateKeyBody = closed(
  {
    name: Type.Optional(name),
    scopes: Type.Optional(scopes("No more than one holds oneself; `read` comes with each.")),
    ipRanges: Type.Optional(ipRanges),
    expiresAt: Type.Optional(expiresAt),
  },
  { examples: [{ ipRanges: EXAMPLES.Key.ipRanges }] },
);
export const RollKeyBody = closed(
  {
    graceSeconds: Type.Optional(
      Type.Enum([0, 3_600, 86_400, 604_800], {
        description:
          "How much longer the old key works: not at all, an hour, a day or a week; a day when absent.",
      }),
    ),
  },
  { default: {}, examples: [{ graceSeconds: 3_600 }] },
);
export const keyParams = closed({ keyId: id("Which key.") });
export const ListKeysQuery = closed(pageQuery(100, 50));

const secret = nullable(
  Type.String({ description: "What callers send. Shown once: null in the answer to a repeat." }),
);
export const NewKeyReply = Type.Object(
  { message, key: ref(KeySchema), secret },
  { description: "The key, and its secret." },
);
export const RolledKeyReply = Type.Object(
  { message, key: ref(KeySchema), secret, previous: ref(KeySchema) },
  { description: "The successor and its secret, and the key that was rolled." },
);
export const KeyReply = Type.Object({ message, key: ref(KeySchema) }, { description: "Done." });
export const KeyListReply = Type.Object(
  { keys: Type.Array(ref(KeySchema)), nextCursor },
  { description: "A page of keys, newest first, with those that work no longer." },
);
