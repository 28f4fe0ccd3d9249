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
    description: "For the environment that X-Game-Id names. Its secret is shown once.",
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
    summary: "List an environment's API keys, newest first",
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
    summary: "Change an API key's name, scopes, networks or expiry",
    description:
      "It takes effect within five seconds. One must hold all scopes that the key has and gets.",
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
    summary: "Give an API key a successor with the same settings",
    description:
      "The old key works until its grace is over. The successor's secret is shown once. One must hold all scopes that the key has.",
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
    summary: "Revoke an API key for good",
    description: "It is refused within five seconds.",
    body: NoBody,
    response: { 200: KeyReply, ...teamProblems(...FAILURES) },
  },
  FOR_PEOPLE,
);
