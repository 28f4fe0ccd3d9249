import { Key, keyScope } from "@tms/resources/key";
import { ref } from "@tms/resources/resource";
import { KEY_SCOPES, toKeyScopes } from "@tms/resources/rights";
import { timestampOf } from "@tms/resources/values/times";
import { Type } from "typebox";
import { closed, dateTime, message, nextCursor, nullable, pageQuery } from "../openapi/fields.ts";
import { operationsOf } from "../rest/operation.ts";

const name = Type.String({
  format: "text",
  minLength: 1,
  maxLength: 60,
  description: "The name of the key.",
});
const scopes = (description: string) =>
  Type.Array(keyScope, {
    minItems: 1,
    maxItems: KEY_SCOPES.length,
    uniqueItems: true,
    description,
  });
const settings = {
  ipRanges: Type.Optional(
    Type.Array(Type.String({ format: "text", minLength: 1, maxLength: 50 }), {
      maxItems: 20,
      description:
        "The networks, in CIDR notation, or addresses from which the key can be used. An empty array means all networks.",
      examples: [["203.0.113.0/24"]],
    }),
  ),
  expiresAt: Type.Optional(nullable(dateTime("When the key expires. Null means never."))),
};
const secret = nullable(
  Type.String({
    description: "The secret that callers send. It is returned only once. A retry returns null.",
  }),
);
const key = ref(Key.schema);

const { get, post, patch } = operationsOf("keys");
const forWriters = { scope: "keys:write", peopleOnly: true } as const;

/** The operations on the API keys of an environment. */
export const keyOperations = [
  post("createKey", "/key/create", {
    ...forWriters,
    summary: "Create an API key",
    description:
      "Creates an API key for the environment in `X-Game-Id`, and returns the key and its secret. The secret is returned only once: a retry with the same Idempotency-Key returns the key without it. A retry without an Idempotency-Key creates a second key. Needs an access token and the scope `keys:write`.",
    isSecret: true,
    body: closed(
      {
        name,
        scopes: Type.Optional(
          scopes(
            "The scopes of the key. You can give only scopes that you hold. The default is all of them except `scores:write`, which `entries:write` includes. Every key gets `read`.",
          ),
        ),
        ...settings,
      },
      { examples: [{ name: Key.example.name, scopes: Key.example.scopes }] },
    ),
    problems: ["API_KEY_LIMIT"],
    statuses: [201],
    returns: "The new key and its secret.",
    reply: { message, key, secret },
    async handle({ body, mutation, scopes: held, person }, { game }) {
      const { name: called, ipRanges = [], expiresAt } = body;
      const issued = await game.issueApiKey({
        ...mutation,
        heldScopes: toKeyScopes(held),
        createdBy: person.userId,
        name: called,
        scopes: toKeyScopes(body.scopes ?? []),
        ipRanges,
        ...(typeof expiresAt === "string" && { expireTime: timestampOf(expiresAt) }),
      });
      return {
        message: "API key created successfully",
        key: Key.toJson(issued.apiKey),
        secret: issued.secret || null,
      };
    },
  }),

  get("listKeys", "/key", {
    scope: "read",
    peopleOnly: true,
    summary: "List API keys",
    description:
      "Returns the API keys of an environment, newest first, without their secrets. The list includes revoked and expired keys. Needs an access token and the scope `read`.",
    query: pageQuery(100, 50),
    problems: ["INVALID_PAGE_TOKEN"],
    returns: "A page of keys, newest first, including revoked and expired keys.",
    reply: { keys: Type.Array(key, { description: "The API keys on this page." }), nextCursor },
    async handle({ query: { limit = 0, cursor = "" }, game: { id } }, { game }) {
      const page = { gameId: id, pageSize: limit, pageToken: cursor };
      const { apiKeys, nextPageToken } = await game.listApiKeys(page);
      return { keys: apiKeys.map((one) => Key.toJson(one)), nextCursor: nextPageToken || null };
    },
  }),

  patch("updateKey", "/key/:keyId/update", {
    ...forWriters,
    summary: "Update an API key",
    description:
      "Changes the name, scopes, networks or expiry of an API key, and returns the key. You must hold all scopes that the key has and all scopes that you give it. The change takes effect within five seconds. Omitted fields do not change. Needs an access token and the scope `keys:write`.",
    body: closed(
      {
        name: Type.Optional(name),
        scopes: Type.Optional(
          scopes(
            "The new scopes of the key. You can give only scopes that you hold. Every key gets `read`.",
          ),
        ),
        ...settings,
      },
      { examples: [{ ipRanges: Key.example.ipRanges }] },
    ),
    problems: ["API_KEY_LIMIT", "API_KEY_ENDED"],
    returns: "The key after the change.",
    reply: { message, key },
    async handle({ body, params, mutation, scopes: held }, { game }) {
      const { name: called, ipRanges: ranges, expiresAt } = body;
      const { apiKey } = await game.updateApiKey({
        ...mutation,
        heldScopes: toKeyScopes(held),
        apiKeyId: params.keyId,
        ...(called !== undefined && { name: called }),
        ...(body.scopes && { scopes: { scopes: toKeyScopes(body.scopes) } }),
        ...(ranges && { ipRanges: { ranges } }),
        ...(expiresAt !== undefined && {
          expiry: expiresAt === null ? {} : { expireTime: timestampOf(expiresAt) },
        }),
      });
      return { message: "API key updated successfully", key: Key.toJson(apiKey) };
    },
  }),

  post("rollKey", "/key/:keyId/roll", {
    ...forWriters,
    summary: "Roll an API key",
    description:
      "Creates a successor with the same settings, and returns it with its secret. The old key works until its grace period is over. You must hold all scopes of the key. The secret is returned only once: a retry with the same Idempotency-Key returns the successor without it. Needs an access token and the scope `keys:write`.",
    isSecret: true,
    body: closed(
      {
        graceSeconds: Type.Optional(
          Type.Enum([0, 3_600, 86_400, 604_800], {
            description:
              "How many more seconds the old key works: 0, an hour, a day or a week. The default is a day.",
          }),
        ),
      },
      { default: {}, examples: [{ graceSeconds: 3_600 }] },
    ),
    problems: ["API_KEY_LIMIT", "API_KEY_ROLLING", "API_KEY_ENDED"],
    statuses: [201],
    returns: "The successor and its secret, and the rolled key as `previous`.",
    reply: { message, key, secret, previous: key },
    async handle({ body, params, mutation, scopes: held, person }, { game }) {
      const rolled = await game.rollApiKey({
        ...mutation,
        heldScopes: toKeyScopes(held),
        createdBy: person.userId,
        apiKeyId: params.keyId,
        ...body,
      });
      return {
        message: "API key rolled successfully",
        key: Key.toJson(rolled.apiKey),
        secret: rolled.secret || null,
        previous: Key.toJson(rolled.previous),
      };
    },
  }),

  patch("revokeKey", "/key/:keyId/revoke", {
    ...forWriters,
    summary: "Revoke an API key",
    description:
      "Revokes an API key permanently and returns it. The key stops working within five seconds. Needs an access token and the scope `keys:write`.",
    returns: "The key after the change.",
    reply: { message, key },
    async handle({ params, mutation }, { game }) {
      const { apiKey } = await game.revokeApiKey({ ...mutation, apiKeyId: params.keyId });
      return { message: "API key revoked successfully", key: Key.toJson(apiKey) };
    },
  }),
];
