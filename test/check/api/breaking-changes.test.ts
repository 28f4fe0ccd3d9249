import { readFile } from "node:fs/promises";
import { beforeAll, expect, test } from "vitest";
import { breakingChanges, faultsOf } from "./breaking-changes.ts";
import { RELEASED } from "./released.ts";

/** What the changes below touch of the document. */
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}
interface Operation {
  parameters: { name: string; in: string; required?: boolean; schema: object }[];
  requestBody: { required?: boolean; content: { "application/json": { schema: Schema } } };
  responses: Record<string, object>;
}
interface Schema {
  type?: string;
  properties: Record<
    string,
    { type?: string; enum?: string[]; maxLength?: number; format?: string }
  >;
  required: string[];
}

let text: string;
beforeAll(async () => {
  text = await readFile(RELEASED, "utf8");
});

const parsed = () => JSON.parse(text) as Document;

/** A part that must be there, or the change would be none. */
function there<T>(part: T | undefined): T {
  if (part === undefined) throw new Error("The document has no such part.");
  return part;
}

const create = (document: Document) => there(document.paths["/tournament/create"]?.["post"]);
const body = (document: Document) =>
  create(document).requestBody.content["application/json"].schema;
const entry = (document: Document) => there(document.components.schemas["Entry"]);
const list = (document: Document) => there(document.paths["/tournament"]?.["get"]);

const BREAKING: Record<string, (document: Document) => void> = {
  "a path that is gone": (document) => delete document.paths["/gamer/create"],
  "a method that is gone": (document) => delete there(document.paths["/account"])["get"],
  "a field of an answer that is gone": (document) => {
    const schema = entry(document);
    delete schema.properties["gamerHandle"];
    schema.required = schema.required.filter((name) => name !== "gamerHandle");
  },
  "a field of an answer of another type": (document) => {
    there(entry(document).properties["gamerHandle"]).type = "integer";
  },
  "a new required field of a request": (document) => {
    body(document).properties["region"] = { type: "string" };
    body(document).required.push("region");
  },
  "a field of a request that takes fewer texts": (document) => {
    there(body(document).properties["name"]).format = "uri";
  },
  "a field of a request that is gone": (document) => delete body(document).properties["prizeSplit"],
  "a required parameter": (document) => {
    list(document).parameters.push({
      name: "region",
      in: "query",
      required: true,
      schema: { type: "string" },
    });
  },
  "a parameter that is gone": (document) => {
    const { parameters } = list(document);
    parameters.splice(
      parameters.findIndex(({ name }) => name === "status"),
      1,
    );
  },
  "a success with another status": (document) => {
    const { responses } = create(document);
    responses["200"] = there(responses["201"]);
    delete responses["201"];
  },
};

test.for(Object.entries(BREAKING))("%s is a breaking change", ([, change]) => {
  const after = parsed();
  change(after);
  expect(breakingChanges(parsed(), after)).not.toEqual([]);
  expect(faultsOf(parsed(), after, [])).not.toEqual([]);
});

const HARMLESS: Record<string, (document: Document) => void> = {
  nothing: () => undefined,
  "a new operation": (document) => {
    document.paths["/event"] = { get: list(document) };
  },
  "a new field of an answer": (document) => {
    entry(document).properties["region"] = { type: "string" };
  },
  "the width of a number": (document) => {
    there(body(document).properties["entryFee"]).format = "double";
  },
  "an optional field of a request": (document) => {
    body(document).properties["region"] = { type: "string" };
  },
};

test.for(Object.entries(HARMLESS))("%s is none", ([, change]) => {
  const after = parsed();
  change(after);
  expect(breakingChanges(parsed(), after)).toEqual([]);
});

test("a breaking change is allowed by its place, and leave that nothing uses is a fault", () => {
  const after = parsed();
  delete after.paths["/gamer/create"];
  const leave = { at: "/paths/~1gamer~1create/post", action: "remove", why: "planted" };
  expect(faultsOf(parsed(), after, [leave])).toEqual([]);
  expect(faultsOf(parsed(), parsed(), [leave])).toEqual([expect.stringContaining("is not done")]);
});
