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
    id: id("The id of the API key."),
    name: Type.String({ description: "The name of the key. A successor has the same name." }),
    hint: Type.String({ description: "The first characters of the secret." }),
    scopes: Type.Array(scope, { description: "The scopes of the key. Every key has `read`." }),
    ipRanges: Type.Array(Type.String(), {
      description:
        "The networks, in CIDR notation, from which the key can be used. An empty array means all networks.",
    }),
    state: Type.Enum([...KEY_STATES], {
      description:
        "The state of the key. A `rolling` key has a successor and works until `endsAt`.",
    }),
    createdBy: nullable(
      id("The id of the person who created the key. Null if an operator created it."),
    ),
    createdAt: dateTime("When the key was created."),
    expiresAt: nullable(dateTime("When the key expires. Null means never.")),
    lastUsedAt: nullable(
      dateTime("The minute in which the key was last used. Null if it was never used."),
    ),
    lastUsedAddress: nullable(Type.String({ description: "The network address of the last use." })),
    replaces: nullable(id("The id of the key that this key replaces.")),
    replacedBy: nullable(id("The id of the successor of this key.")),
    endsAt: nullable(dateTime("When a rolled key stops working.")),
  },
  {
    $id: "Key",
    examples: [EXAMPLES.Key],
    description: "An API key of an environment, without its secret.",
  },
);
export type KeyJson = Static<typeof KeySchema>;

const name = Type.String({
  format: "text",
  minLength: 1,
  maxLength: 60,
  description: "The name of the key.",
});
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
    "The networks, in CIDR notation, or addresses from which the key can be used. An empty array means all networks.",
  examples: [["203.0.113.0/24"]],
});
const expiresAt = nullable(dateTime("When the key expires. Null means never."));

export const CreateKeyBody = closed(
  {
    name,
    scopes: Type.Optional(
      scopes(
        "The scopes of the key. You can give only scopes that you hold. The default is all of them except `scores:write`, which `entries:write` includes. Every key gets `read`.",
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
    scopes: Type.Optional(
      scopes(
        "The new scopes of the key. You can give only scopes that you hold. Every key gets `read`.",
      ),
    ),
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
          "How many more seconds the old key works: 0, an hour, a day or a week. The default is a day.",
      }),
    ),
  },
  { default: {}, examples: [{ graceSeconds: 3_600 }] },
);
export const keyParams = closed({ keyId: id("The id of the API key.") });
export const ListKeysQuery = closed(pageQuery(100, 50));

const secret = nullable(
  Type.String({
    description: "The secret that callers send. It is returned only once. A retry returns null.",
  }),
);
export const NewKeyReply = Type.Object(
  { message, key: ref(KeySchema), secret },
  { description: "The new key and its secret." },
);
export const RolledKeyReply = Type.Object(
  { message, key: ref(KeySchema), secret, previous: ref(KeySchema) },
  { description: "The successor and its secret, and the rolled key as `previous`." },
);
export const KeyReply = Type.Object(
  { message, key: ref(KeySchema) },
  { description: "The key after the change." },
);
export const KeyListReply = Type.Object(
  { keys: Type.Array(ref(KeySchema), { description: "The API keys on this page." }), nextCursor },
  { description: "A page of keys, newest first, including revoked and expired keys." },
);
