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
  summary: "Create a gamer",
  description:
    "Creates a gamer. A join or a deposit also creates the gamer, so you can omit this request. Returns 201 for a new gamer, and 200 with the existing gamer if the handle is already in use. Needs the scope `entries:write`.",
  headers: writingHeaders,
  body: CreateGamerBody,
  response: { 200: CreateGamerReply, 201: CreateGamerReply, ...problemResponses(...WRITING) },
});

export const read = operation("read", {
  ...common,
  querystring: noQuery,
  operationId: "getGamer",
  summary: "Retrieve a gamer",
  description: "Returns the gamer with this handle. Needs the scope `read`.",
  params: handleParams,
  response: { 200: GamerReply, ...problemResponses("URI_TOO_LONG", "GAMER_NOT_FOUND") },
});

export const update = operation("entries:write", {
  ...common,
  querystring: noQuery,
  operationId: "updateGamer",
  summary: "Update a gamer",
  description:
    "Sets the display name and the metadata of a gamer, and returns the gamer. Omitted fields do not change. Null removes a field. The handle never changes. Needs the scope `entries:write`.",
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
  summary: "List gamers",
  description:
    "Returns the gamers of the game, in the order of the code points of their handles. Needs the scope `read`.",
  querystring: ListGamersQuery,
  response: { 200: GamerListReply, ...problemResponses("INVALID_PAGE_TOKEN") },
});
