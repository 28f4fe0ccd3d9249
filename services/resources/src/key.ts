import { KeyState, type ApiKey } from "@tms/proto/tms/game/v1/game";
import { Type } from "typebox";
import * as field from "./field.ts";
import { dateTime, nullable, optional, text } from "./input.ts";
import { resource } from "./resource.ts";
import { KEY_SCOPES, toScopes } from "./rights.ts";

const KEY_STATES = field.words(KeyState);

const keyScope = Type.Enum([...KEY_SCOPES]);

export const Key = resource<ApiKey>()(
  "Key",
  "An API key of an environment, without its secret.",
  {
    id: "0197d9a3-1c2d-7e3f-a4b5-c6d7e8f90a1b",
    name: "Production server",
    hint: "tms_live_4fZx",
    scopes: ["read", "tournaments:write", "entries:write"],
    ipRanges: ["203.0.113.0/24"],
    state: "active",
    createdBy: "0197d99c-41d2-7a80-b1c3-6d5e4f3a2b10",
    createdAt: "2030-04-28T09:30:00.000Z",
    expiresAt: null,
    lastUsedAt: "2030-05-01T18:00:00.000Z",
    lastUsedAddress: "203.0.113.7",
    replaces: null,
    replacedBy: null,
    endsAt: null,
  },
  {
    id: field.id("The id of the API key."),
    name: field.text("The name of the key. A successor has the same name."),
    hint: field.text("The first characters of the secret."),
    scopes: field.of(
      Type.Array(keyScope, { description: "The scopes of the key. Every key has `read`." }),
      (key) => toScopes(key.scopes),
    ),
    ipRanges: field.texts(
      "The networks, in CIDR notation, from which the key can be used. An empty array means all networks.",
    ),
    state: KEY_STATES.field(
      "The state of the key. A `rolling` key has a successor and works until `endsAt`.",
    ),
    createdBy: field.idOrNull(
      "The id of the person who created the key. Null if an operator created it.",
    ),
    createdAt: field.moment("When the key was created.", "createTime"),
    expiresAt: field.momentOrNull("When the key expires. Null means never.", "expireTime"),
    lastUsedAt: field.momentOrNull(
      "The minute in which the key was last used. Null if it was never used.",
      "lastUseTime",
    ),
    lastUsedAddress: field.textOrNull("The network address of the last use.", "lastUseAddress"),
    replaces: field.idOrNull("The id of the key that this key replaces."),
    replacedBy: field.idOrNull("The id of the successor of this key."),
    endsAt: field.momentOrNull("When a rolled key stops working.", "endTime"),
  },
);

const name = text("The name of the key.", 60);
const scopes = (description: string) =>
  Type.Array(keyScope, {
    minItems: 1,
    maxItems: KEY_SCOPES.length,
    uniqueItems: true,
    description,
  });
const settings = {
  ipRanges: Type.Array(Type.String({ format: "text", minLength: 1, maxLength: 50 }), {
    maxItems: 20,
    description:
      "The networks, in CIDR notation, or addresses from which the key can be used. An empty array means all networks.",
    examples: [["203.0.113.0/24"]],
  }),
  expiresAt: nullable(dateTime("When the key expires. Null means never.")),
};

export const NewKey = {
  name,
  ...optional({
    ...settings,
    scopes: scopes(
      "The scopes of the key. You can give only scopes that you hold. The default is all of them except `scores:write`, which `entries:write` includes. Every key gets `read`.",
    ),
  }),
};

export const KeyChanges = optional({
  ...settings,
  name,
  scopes: scopes(
    "The new scopes of the key. You can give only scopes that you hold. Every key gets `read`.",
  ),
});
