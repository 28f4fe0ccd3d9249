import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { faultsOf } from "./breaking-changes.ts";
import { RELEASED } from "./released.ts";

const text = await readFile(RELEASED, "utf8");

/** A part of a JSON document. */
type Part = Record<string, unknown>;

/** Returns the part at a path. Throws an Error if there is none. */
const at = (document: Part, ...path: string[]): Part =>
  path.reduce((part, name) => {
    if (part[name] === undefined) throw new Error(`The document has no ${name}.`);
    return part[name] as Part;
  }, document);

const CREATE = ["paths", "/tournament/create", "post"];
const BODY = [...CREATE, "requestBody", "content", "application/json", "schema"];
const ENTRY = ["components", "schemas", "Entry"];
const LIST = ["paths", "/tournament", "get"];
const TEXT = { type: "string" };

test.for<[what: string, change: (document: Part) => unknown, isBreaking: boolean]>([
  ["a path that is gone", (document) => delete at(document, "paths")["/gamer/create"], true],
  ["a method that is gone", (document) => delete at(document, "paths", "/account")["get"], true],
  [
    "a field of an answer of another type",
    (document) =>
      Object.assign(at(document, ...ENTRY, "properties", "gamerHandle"), { type: "integer" }),
    true,
  ],
  [
    "a new required field of a request",
    (document) => {
      at(document, ...BODY, "properties")["region"] = TEXT;
      at(document, ...BODY)["required"] = [
        ...Object.values(at(document, ...BODY, "required")),
        "region",
      ];
    },
    true,
  ],
  [
    "a field of a request that is gone",
    (document) => delete at(document, ...BODY, "properties")["prizeSplit"],
    true,
  ],
  ["a parameter that is gone", (document) => void (at(document, ...LIST)["parameters"] = []), true],
  [
    "a success with another status",
    (document) => {
      const responses = at(document, ...CREATE, "responses");
      responses["200"] = at(responses, "201");
      delete responses["201"];
    },
    true,
  ],
  [
    "a field of a request that takes fewer texts",
    (document) => Object.assign(at(document, ...BODY, "properties", "name"), { format: "uri" }),
    true,
  ],
  ["nothing", () => undefined, false],
  [
    "the width of a number",
    (document) =>
      Object.assign(at(document, ...BODY, "properties", "entryFee"), { format: "double" }),
    false,
  ],
  [
    "a new operation",
    (document) => (at(document, "paths")["/new"] = { get: at(document, ...LIST) }),
    false,
  ],
  [
    "a new field of an answer",
    (document) => (at(document, ...ENTRY, "properties")["region"] = TEXT),
    false,
  ],
  [
    "an optional field of a request",
    (document) => (at(document, ...BODY, "properties")["region"] = TEXT),
    false,
  ],
])("tells whether %s breaks clients", ([, change, isBreaking]) => {
  const after = JSON.parse(text) as Part;
  change(after);
  expect(faultsOf(JSON.parse(text) as Part, after, []).length > 0).toBe(isBreaking);
});

test("allows a breaking change by its place, and refuses a permission that nothing uses", () => {
  const [before, after] = [JSON.parse(text) as Part, JSON.parse(text) as Part];
  delete at(after, "paths")["/gamer/create"];
  const leave = { at: "/paths/~1gamer~1create/post", action: "remove", why: "planted" };
  expect(faultsOf(before, after, [leave])).toEqual([]);
  expect(faultsOf(before, before, [leave])).toEqual([expect.stringContaining("does not exist")]);
});
