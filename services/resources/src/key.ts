import { KeyState, type ApiKey } from "@tms/proto/tms/game/v1/game";
import { Type } from "typebox";
import {
  id,
  idOrNull,
  member,
  moment,
  momentOrNull,
  resource,
  text,
  textOrNull,
  texts,
  words,
} from "./resource.ts";
import { KEY_SCOPES, toScopes } from "./rights.ts";

const STATES = words(KeyState, ["active", "rolling", "revoked", "expired"]);

/** The schema of a scope of an API key. */
export const keyScope = Type.Enum([...KEY_SCOPES]);

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
    id: id("The id of the API key.", (key) => key.id),
    name: text("The name of the key. A successor has the same name.", (key) => key.name),
    hint: text("The first characters of the secret.", (key) => key.hint),
    scopes: member(
      Type.Array(keyScope, { description: "The scopes of the key. Every key has `read`." }),
      (key) => toScopes(key.scopes),
    ),
    ipRanges: texts(
      "The networks, in CIDR notation, from which the key can be used. An empty array means all networks.",
      (key) => key.ipRanges,
    ),
    state: STATES.member(
      "The state of the key. A `rolling` key has a successor and works until `endsAt`.",
      (key) => key.state,
    ),
    createdBy: idOrNull(
      "The id of the person who created the key. Null if an operator created it.",
      (key) => key.createdBy,
    ),
    createdAt: moment("When the key was created.", (key) => key.createTime),
    expiresAt: momentOrNull("When the key expires. Null means never.", (key) => key.expireTime),
    lastUsedAt: momentOrNull(
      "The minute in which the key was last used. Null if it was never used.",
      (key) => key.lastUseTime,
    ),
    lastUsedAddress: textOrNull(
      "The network address of the last use.",
      (key) => key.lastUseAddress,
    ),
    replaces: idOrNull("The id of the key that this key replaces.", (key) => key.replaces),
    replacedBy: idOrNull("The id of the successor of this key.", (key) => key.replacedBy),
    endsAt: momentOrNull("When a rolled key stops working.", (key) => key.endTime),
  },
);
