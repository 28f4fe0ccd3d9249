import { Gamer, GamerChanges } from "@tms/resources/entry";
import { many, one } from "@tms/resources/field";
import { METADATA_BYTES } from "@tms/resources/values/metadata";
import { metadataText } from "../http/body/values.ts";
import { handle, message, text } from "@tms/resources/input";
import { operationsOf } from "../rest/operation.ts";

const gamer = one(Gamer, "gamer");
const { get, post, patch } = operationsOf("gamers", { read: "read", write: "entries:write" });

export const gamerOperations = [
  post("createGamer", "/gamer/create", {
    summary: "Create a gamer",
    description:
      "Creates a gamer. A join or a deposit also creates the gamer, so you can omit this request. Returns 201 for a new gamer, and 200 with the existing gamer if the handle is already in use.",
    body: { handle },
    example: { handle: Gamer.example.handle },
    statuses: [201, 200],
    returns: "The gamer.",
    reply: { message, gamer },
    async handle({ body, test, mutation, reply }, { entry }) {
      const { created, gamer: found } = await entry.createGamer({ ...mutation, ...body, test });
      if (!created) reply.code(200);
      return {
        message: created ? "Gamer created successfully" : "Gamer already exists",
        gamer: found,
      };
    },
  }),

  get("listGamers", "/gamer", {
    summary: "List gamers",
    description:
      "Returns the gamers of the game, in the order of the code points of their handles.",
    query: {
      handle: text(
        "Returns only gamers with a handle that starts with this text. It is compared exactly, and has at most 64 characters after normalization to Unicode NFC.",
        256,
        { examples: ["ad"] },
      ),
    },
    page: [1_000, 50],
    returns: "A page of the gamers of the game.",
    reply: { gamers: many(Gamer, "The gamers on this page.", "gamers") },
    handle: ({ query, page, target }, { entry }) =>
      entry.listGamers({ ...target, ...page, handlePrefix: query.handle ?? "" }),
  }),

  patch("updateGamer", "/gamer/:handle/update", {
    summary: "Update a gamer",
    description:
      "Sets the display name and the metadata of a gamer, and returns the gamer. Omitted fields do not change. Null removes a field. The handle never changes.",
    body: GamerChanges,
    example: { displayName: Gamer.example.displayName, metadata: { country: "GB" } },
    bodyIs: { description: "Omitted fields do not change. Null removes a field." },
    problems: ["GAMER_NOT_FOUND"],
    returns: "The updated gamer.",
    done: "Gamer updated successfully",
    reply: { gamer },
    handle: ({ body, mutation }, { entry }) => {
      const { displayName, metadata } = body;
      return entry.updateGamer({
        ...mutation,
        patch: {
          ...body,
          displayName: displayName === null ? "" : displayName,
          metadata: metadata === undefined ? undefined : metadataText(metadata, METADATA_BYTES),
        },
      });
    },
  }),

  get("getGamer", "/gamer/:handle", {
    summary: "Retrieve a gamer",
    description: "Returns the gamer with this handle.",
    problems: ["GAMER_NOT_FOUND"],
    returns: "The gamer.",
    reply: { gamer },
    handle: ({ target }, { entry }) => entry.getGamer(target),
  }),
];
