import { Gamer } from "@tms/resources/gamer";
import { ref } from "@tms/resources/resource";
import { metadata, METADATA_BYTES } from "@tms/resources/values/metadata";
import { Type } from "typebox";
import { metadataText } from "../http/body/metadata.ts";
import { closed, handle, message, nextCursor, nullable, pageQuery } from "../openapi/fields.ts";
import { operationsOf } from "../rest/operation.ts";

const gamer = ref(Gamer.schema);
const { get, post, patch } = operationsOf("gamers");

/** The operations on the gamers of a game. */
export const gamerOperations = [
  post("createGamer", "/gamer/create", {
    scope: "entries:write",
    summary: "Create a gamer",
    description:
      "Creates a gamer. A join or a deposit also creates the gamer, so you can omit this request. Returns 201 for a new gamer, and 200 with the existing gamer if the handle is already in use. Needs the scope `entries:write`.",
    body: closed({ handle }, { examples: [{ handle: Gamer.example.handle }] }),
    statuses: [201, 200],
    returns: "The gamer.",
    reply: { message, gamer },
    async handle({ body, test, mutation, reply }, { entry }) {
      const found = await entry.createGamer({ ...mutation, ...body, test });
      if (!found.created) reply.code(200);
      return {
        message: found.created ? "Gamer created successfully" : "Gamer already exists",
        gamer: Gamer.toJson(found.gamer),
      };
    },
  }),

  get("listGamers", "/gamer", {
    scope: "read",
    summary: "List gamers",
    description:
      "Returns the gamers of the game, in the order of the code points of their handles. Needs the scope `read`.",
    query: {
      handle: Type.Optional(
        Type.String({
          format: "text",
          minLength: 1,
          maxLength: 256,
          description:
            "Returns only gamers with a handle that starts with this text. It is compared exactly, and has at most 64 characters after normalization to Unicode NFC.",
          examples: ["ad"],
        }),
      ),
      ...pageQuery(1_000, 50),
    },
    problems: ["INVALID_PAGE_TOKEN"],
    returns: "A page of the gamers of the game.",
    reply: {
      gamers: Type.Array(gamer, { description: "The gamers on this page." }),
      nextCursor,
    },
    async handle({ query, page, game }, { entry }) {
      const { gamers, nextPageToken } = await entry.listGamers({
        gameId: game.id,
        handlePrefix: query.handle ?? "",
        ...page,
      });
      return { gamers: gamers.map((one) => Gamer.toJson(one)), nextCursor: nextPageToken || null };
    },
  }),

  patch("updateGamer", "/gamer/:handle/update", {
    scope: "entries:write",
    summary: "Update a gamer",
    description:
      "Sets the display name and the metadata of a gamer, and returns the gamer. Omitted fields do not change. Null removes a field. The handle never changes. Needs the scope `entries:write`.",
    body: closed(
      {
        displayName: Type.Optional(
          nullable(
            Type.String({
              format: "text",
              minLength: 1,
              maxLength: 256,
              description:
                "The display name of the gamer: 1 to 64 characters after normalization to Unicode NFC. It has at least one visible character and no control characters, and need not be unique. Null removes it.",
            }),
          ),
        ),
        metadata: Type.Optional(nullable(metadata(METADATA_BYTES))),
      },
      {
        description: "Omitted fields do not change. Null removes a field.",
        examples: [{ displayName: Gamer.example.displayName, metadata: { country: "GB" } }],
      },
    ),
    problems: ["GAMER_NOT_FOUND"],
    returns: "The updated gamer.",
    reply: { message, gamer },
    async handle({ body: { displayName, metadata: data }, params, mutation }, { entry }) {
      const patched = {
        ...(displayName !== undefined && { displayName: displayName ?? "" }),
        ...(data !== undefined && { metadata: metadataText(data, METADATA_BYTES) }),
      };
      const updated = await entry.updateGamer({ ...mutation, ...params, patch: patched });
      return { message: "Gamer updated successfully", gamer: Gamer.toJson(updated.gamer) };
    },
  }),

  get("getGamer", "/gamer/:handle", {
    scope: "read",
    summary: "Retrieve a gamer",
    description: "Returns the gamer with this handle. Needs the scope `read`.",
    problems: ["GAMER_NOT_FOUND"],
    returns: "The gamer.",
    reply: { gamer },
    async handle({ target }, { entry }) {
      const found = await entry.getGamer(target);
      return { gamer: Gamer.toJson(found.gamer) };
    },
  }),
];
