import { many, one, textOrNull } from "@tms/resources/field";
import { Key, KeyChanges, NewKey } from "@tms/resources/key";
import { toKeyScopes } from "@tms/resources/rights";
import { findTimestamp } from "@tms/resources/values/times";
import { graceSeconds, optional } from "@tms/resources/input";
import { operationsOf } from "../rest/operation.ts";

const secret = textOrNull(
  "The secret that callers send. It is returned only once. A retry returns null.",
  "secret",
);
const key = one(Key, "apiKey");

const { get, post, patch } = operationsOf("keys", {
  read: "read",
  write: "keys:write",
  peopleOnly: true,
});

export const keyOperations = [
  post("createKey", "/key/create", {
    summary: "Create an API key",
    description:
      "Creates an API key for the environment in `X-Game-Id`, and returns the key and its secret. The secret is returned only once: a retry with the same Idempotency-Key returns the key without it. A retry without an Idempotency-Key creates a second key.",
    isSecret: true,
    body: NewKey,
    example: { name: Key.example.name, scopes: Key.example.scopes },
    problems: ["API_KEY_LIMIT"],
    statuses: [201],
    returns: "The new key and its secret.",
    done: "API key created successfully",
    reply: { key, secret },
    handle: ({ body: { expiresAt, ...body }, mutation, scopes: held, person }, { game }) =>
      game.issueApiKey({
        ...mutation,
        ...body,
        scopes: toKeyScopes(body.scopes ?? []),
        heldScopes: toKeyScopes(held),
        createdBy: person.userId,
        expireTime: findTimestamp(expiresAt),
      }),
  }),

  get("listKeys", "/key", {
    summary: "List API keys",
    description:
      "Returns the API keys of an environment, newest first, without their secrets. The list includes revoked and expired keys.",
    page: [100, 50],
    returns: "A page of keys, newest first, including revoked and expired keys.",
    reply: { keys: many(Key, "The API keys on this page.", "apiKeys") },
    handle: ({ target, page }, { game }) => game.listApiKeys({ ...target, ...page }),
  }),

  patch("updateKey", "/key/:keyId/update", {
    summary: "Update an API key",
    description:
      "Changes the name, scopes, networks or expiry of an API key, and returns the key. You must hold all scopes that the key has and all scopes that you give it. The change takes effect within five seconds. Omitted fields do not change.",
    body: KeyChanges,
    example: { ipRanges: Key.example.ipRanges },
    problems: ["API_KEY_LIMIT", "API_KEY_ENDED"],
    returns: "The key after the change.",
    done: "API key updated successfully",
    reply: { key },
    handle: ({ body, params, mutation, scopes: held }, { game }) => {
      const { scopes, ipRanges: ranges, expiresAt } = body;
      return game.updateApiKey({
        ...mutation,
        ...body,
        apiKeyId: params.keyId,
        heldScopes: toKeyScopes(held),
        scopes: scopes && { scopes: toKeyScopes(scopes) },
        ipRanges: ranges && { ranges },
        expiry: expiresAt === undefined ? undefined : { expireTime: findTimestamp(expiresAt) },
      });
    },
  }),

  post("rollKey", "/key/:keyId/roll", {
    summary: "Roll an API key",
    description:
      "Creates a successor with the same settings, and returns it with its secret. The old key works until its grace period is over. You must hold all scopes of the key. The secret is returned only once: a retry with the same Idempotency-Key returns the successor without it.",
    isSecret: true,
    body: optional({ graceSeconds: graceSeconds("the old key works") }),
    example: { graceSeconds: 3_600 },
    bodyIs: { default: {} },
    problems: ["API_KEY_LIMIT", "API_KEY_ROLLING", "API_KEY_ENDED"],
    statuses: [201],
    returns: "The successor and its secret, and the rolled key as `previous`.",
    done: "API key rolled successfully",
    reply: { key, secret, previous: one(Key, "previous") },
    handle: ({ body, params, mutation, scopes: held, person }, { game }) =>
      game.rollApiKey({
        ...mutation,
        ...body,
        apiKeyId: params.keyId,
        heldScopes: toKeyScopes(held),
        createdBy: person.userId,
      }),
  }),

  patch("revokeKey", "/key/:keyId/revoke", {
    summary: "Revoke an API key",
    description:
      "Revokes an API key permanently and returns it. The key stops working within five seconds.",
    returns: "The key after the change.",
    done: "API key revoked successfully",
    reply: { key },
    handle: ({ params, mutation }, { game }) =>
      game.revokeApiKey({ ...mutation, apiKeyId: params.keyId }),
  }),
];
