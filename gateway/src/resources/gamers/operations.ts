import { handleParams, noQuery } from "../../openapi/fields.ts";
import {
  apiKeySecurity,
  operation,
  problemResponses,
  writingHeaders,
  WRITING,
} from "../../openapi/operation.ts";
import { CreateGamerBody, CreateGamerReply, GamerReply } from "./schemas.ts";

const common = { tags: ["gamers"], security: apiKeySecurity, querystring: noQuery };

export const create = operation("entries:write", {
  ...common,
  operationId: "createGamer",
  summary: "Make a gamer known before the first join",
  description: "201 when the gamer is new, 200 when the handle was known already.",
  headers: writingHeaders,
  body: CreateGamerBody,
  response: { 200: CreateGamerReply, 201: CreateGamerReply, ...problemResponses(...WRITING) },
});

export const read = operation("read", {
  ...common,
  operationId: "getGamer",
  summary: "Read a gamer by handle",
  params: handleParams,
  response: { 200: GamerReply, ...problemResponses("URI_TOO_LONG", "GAMER_NOT_FOUND") },
});
