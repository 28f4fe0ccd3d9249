import { handleParams, noQuery } from "../../openapi/schemas/fields.ts";
import {
  gameSecurity,
  operation,
  problemResponses,
  writingHeaders,
  WRITING,
} from "../../openapi/operation.ts";
import {
  CreateGamerBody,
  CreateGamerReply,
  GamerListReply,
  GamerReply,
  ListGamersQuery,
  UpdateGamerBody,
  UpdateGamerReply,
} from "./schemas.ts";

const common = { tags: ["gamers"], security: gameSecurity };

export const create = operation("entries:write", {
  ...common,
  querystring: noQuery,
  operationId: "createGamer",
  summary: "Make a gamer known before the first join",
  description: "201 when the gamer is new, 200 when the handle was known already.",
  headers: writingHeaders,
  body: CreateGamerBody,
  response: { 200: CreateGamerReply, 201: CreateGamerReply, ...problemResponses(...WRITING) },
});

export const read = operation("read", {
  ...common,
  querystring: noQuery,
  operationId: "getGamer",
  summary: "Read a gamer by handle",
  params: handleParams,
  response: { 200: GamerReply, ...problemResponses("URI_TOO_LONG", "GAMER_NOT_FOUND") },
});

export const update = operation("entries:write", {
  ...common,
  querystring: noQuery,
  operationId: "updateGamer",
  summary: "Say how a gamer is shown, and attach metadata",
  description: "Fields that are absent stay as they are; null removes. The handle never changes.",
  params: handleParams,
  headers: writingHeaders,
  body: UpdateGamerBody,
  response: {
    200: UpdateGamerReply,
    ...problemResponses("URI_TOO_LONG", "GAMER_NOT_FOUND", ...WRITING),
  },
});

export const list = operation("read", {
  ...common,
  operationId: "listGamers",
  summary: "List the game's gamers by handle",
  description: "In the order of the handles' code points.",
  querystring: ListGamersQuery,
  response: { 200: GamerListReply, ...problemResponses("INVALID_PAGE_TOKEN") },
});
