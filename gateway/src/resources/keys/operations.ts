import { NoBody, noQuery } from "../../openapi/schemas/fields.ts";
import {
  operation,
  peopleSecurity,
  teamProblems,
  writingHeaders,
  WRITING,
} from "../../openapi/operation.ts";
import {
  CreateKeyBody,
  KeyListReply,
  keyParams,
  KeyReply,
  ListKeysQuery,
  NewKeyReply,
  RollKeyBody,
  RolledKeyReply,
  UpdateKeyBody,
} from "./schemas.ts";

const common = { tags: ["keys"], security: peopleSecurity };
const writing = { ...common, querystring: noQuery, headers: writingHeaders };
const ofKey = { ...writing, params: keyParams };
const FAILURES = ["URI_TOO_LONG", "API_KEY_NOT_FOUND", ...WRITING] as const;
const FOR_PEOPLE = { peopleOnly: true };
const SECRET = { ...FOR_PEOPLE, isSecret: true };

export const create = operation(
  "keys:write",
  {
    ...writing,
    operationId: "createKey",
    summary: "Create an API key",
    description:
      "Creates an API key for the environment in `X-Game-Id`, and returns the key and its secret. The secret is returned only once: a retry with the same Idempotency-Key returns the key without it. A retry without an Idempotency-Key creates a second key. Needs an access token and the scope `keys:write`.",
    body: CreateKeyBody,
    response: { 201: NewKeyReply, ...teamProblems("API_KEY_LIMIT", ...WRITING) },
  },
  SECRET,
);

export const list = operation(
  "read",
  {
    ...common,
    operationId: "listKeys",
    summary: "List API keys",
    description:
      "Returns the API keys of an environment, newest first, without their secrets. The list includes revoked and expired keys. Needs an access token and the scope `read`.",
    querystring: ListKeysQuery,
    response: { 200: KeyListReply, ...teamProblems("INVALID_PAGE_TOKEN") },
  },
  FOR_PEOPLE,
);

export const update = operation(
  "keys:write",
  {
    ...ofKey,
    operationId: "updateKey",
    summary: "Update an API key",
    description:
      "Changes the name, scopes, networks or expiry of an API key, and returns the key. You must hold all scopes that the key has and all scopes that you give it. The change takes effect within five seconds. Omitted fields do not change. Needs an access token and the scope `keys:write`.",
    body: UpdateKeyBody,
    response: {
      200: KeyReply,
      ...teamProblems("API_KEY_LIMIT", "API_KEY_ENDED", ...FAILURES),
    },
  },
  FOR_PEOPLE,
);

export const roll = operation(
  "keys:write",
  {
    ...ofKey,
    operationId: "rollKey",
    summary: "Roll an API key",
    description:
      "Creates a successor with the same settings, and returns it with its secret. The old key works until its grace period is over. You must hold all scopes of the key. The secret is returned only once: a retry with the same Idempotency-Key returns the successor without it. Needs an access token and the scope `keys:write`.",
    body: RollKeyBody,
    response: {
      201: RolledKeyReply,
      ...teamProblems("API_KEY_LIMIT", "API_KEY_ROLLING", "API_KEY_ENDED", ...FAILURES),
    },
  },
  SECRET,
);

export const revoke = operation(
  "keys:write",
  {
    ...ofKey,
    operationId: "revokeKey",
    summary: "Revoke an API key",
    description:
      "Revokes an API key permanently and returns it. The key stops working within five seconds. Needs an access token and the scope `keys:write`.",
    body: NoBody,
    response: { 200: KeyReply, ...teamProblems(...FAILURES) },
  },
  FOR_PEOPLE,
);
