import { readFile } from "node:fs/promises";
import { newId } from "@tms/kit/values/ids";
import { validate } from "@scalar/openapi-parser";
import type { Body } from "../../../test/harness/bodies.ts";
import { documentedAnswers } from "../../../test/world/documented.ts";
import { expect, test as base } from "../../../test/world/test.ts";
import { EVENT_TYPES, eventType } from "@tms/resources/event-types";

interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security: object[];
  parameters?: { name: string; in: string }[];
  requestBody?: { required: boolean; content: Record<string, { example?: unknown }> };
  responses: Record<string, { description: string; content: Record<string, unknown> }>;
}

/** The part of the document that the suite reads. */
interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, { examples: unknown[] }> };
  "x-problems": { code: string; repeatable: boolean }[];
}

type Listed = [path: string, method: string, operation: Operation];

/** `document` is the OpenAPI document, `operations` are those in it. */
const test = base
  .extend(
    "document",
    async ({ live }) =>
      JSON.parse((await live.gateway.send("GET", "/openapi.json")).text) as Document,
  )
  .extend("operations", ({ document }): Listed[] =>
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]): Listed => [path, method, operation]),
    ),
  );

test("is valid OpenAPI 3.1", async ({ document }) => {
  expect(document.openapi).toBe("3.1.0");
  const { valid, errors } = await validate({ ...document });
  expect(errors ?? []).toEqual([]);
  expect(valid).toBe(true);
});

// A key in either header or a person's token, a person's token alone, or nothing.
const BY_KEY_OR_TOKEN = [{ apiKey: [] }, { apiKeyAuthorization: [] }, { "jwt-auth": [] }];
const BY_TOKEN = [{ "jwt-auth": [] }];

function securityOf(path: string): object[] {
  if (
    /^\/(user|game|key|invitation|ledger)\b|^\/auth\/device\/approve|^\/webhook\/\{endpointId\}\/(secret|roll)/.test(
      path,
    )
  )
    return BY_TOKEN;
  return /^\/(auth|\.well-known)\//.test(path) ? [] : BY_KEY_OR_TOKEN;
}

test("describes each operation, its credentials and its failures", ({ operations }) => {
  expect(new Set(operations.map(([, , operation]) => operation.operationId)).size).toBe(
    operations.length,
  );
  for (const [path, , operation] of operations) {
    expect(operation.summary).toEqual(expect.any(String));
    expect(operation.tags).toHaveLength(1);
    expect(operation.security).toEqual(securityOf(path));
    for (const [status, { description, content }] of Object.entries(operation.responses)) {
      expect(description).not.toBe("Default Response");
      const success = path === "/event/stream" ? "text/event-stream" : "application/json";
      const type = Number(status) < 400 ? success : "application/problem+json";
      expect(Object.keys(content)).toEqual([type]);
    }
    expect(Object.keys(operation.responses)).toEqual(
      expect.arrayContaining(["400", "408", "417", "429", "431", "500", "503"]),
    );
    expect("414" in operation.responses).toBe(path.includes("{"));
    if (operation.security.length > 0)
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(["401", "403"]));
  }
});

const IS_DATA = /^(example|examples|default|enum|const)$/;

interface Numeric {
  type?: unknown;
  format?: unknown;
  maximum?: number;
}

/** Lists the numeric schemas of a part of the document, by their places. */
const numericSchemas = (part: unknown, place = ""): [place: string, schema: Numeric][] => {
  if (typeof part !== "object" || part === null) return [];
  const { type } = part as Numeric;
  const isNumeric = [type].flat().some((name) => name === "number" || name === "integer");
  return [
    ...(isNumeric ? [[place, part] as [string, Numeric]] : []),
    ...Object.entries(part).flatMap(([name, value]) =>
      IS_DATA.test(name) ? [] : numericSchemas(value, `${place}/${name}`),
    ),
  ];
};

test.for([
  ["getTournament", "Needs the scope `read`."],
  ["submitScore", "Needs the scope `scores:write` or `entries:write`."],
  ["createKey", "Needs an access token and the scope `keys:write`."],
  ["listMembers", "Needs an access token and a role in the game."],
  ["inviteMember", "Needs an access token and the role `owner`."],
  ["createGame", "Needs an access token."],
] as const)("says what callers of %s need", ([id, sentence], { operations }) => {
  const operation = operations.find(([, , { operationId }]) => operationId === id)?.[2];
  expect(operation?.description).toMatch(new RegExp(` ${sentence}$`));
});

test("gives generated clients numbers that hold each amount and integer", ({ document }) => {
  const schemas = numericSchemas(document);
  expect(schemas.length).toBeGreaterThan(100);
  const formats = schemas.map(([place, { format }]) => [place, format]);
  expect(formats).toEqual(
    schemas.map(([place, { type, maximum = Infinity }]) => {
      const wide = [type].flat().includes("integer") ? "int64" : "double";
      return [place, wide === "int64" && maximum < 2 ** 31 ? undefined : wide];
    }),
  );
});

test("says of each code whether a repeat helps", ({ document, operations }) => {
  const repeatable = new Map(
    document["x-problems"].map((problem) => [problem.code, problem.repeatable]),
  );
  const described = operations.flatMap(([, , { responses }]) =>
    Object.values(responses).flatMap(({ description }) => [
      ...description.matchAll(/`([a-z_]+)`: [^`]*/g),
    ]),
  );
  expect(described.length).toBeGreaterThan(0);
  for (const [text, code = ""] of described)
    expect([code, repeatable.get(code)]).toEqual([
      code,
      text.includes("You can retry the request."),
    ]);
});

const codesOf = (text: string): string[] =>
  [...text.matchAll(/`([a-z]+(?:_[a-z]+)+)`/g)].flatMap((match) => match.slice(1));

test.for(["create", "update", "publish", "join", "eliminate", "cancel", "complete"])(
  "%s is refused in the states that the documentation names, and in no other",
  async (name, { operations }) => {
    const text = await readFile(
      new URL("../../../docs/guide/tournaments.md", import.meta.url),
      "utf8",
    );
    const row = text.split("\n").find((line) => line.startsWith(`| ${name} `)) ?? "";
    const [, , operation] =
      operations.find(([, , { operationId }]) => operationId.startsWith(name)) ?? [];
    const descriptions = Object.values(operation?.responses ?? {}).map((r) => r.description);
    const documented = codesOf(descriptions.join(" "));
    expect(codesOf(row)).not.toEqual([]);
    expect(documented).toEqual(expect.arrayContaining(codesOf(row)));
    const states = documented.filter((code) => code.startsWith("tournament_"));
    expect([...codesOf(row), "tournament_not_found"]).toEqual(expect.arrayContaining(states));
  },
);

// It asks by POST, because it names many.
const isQuestion = (method: string, { operationId }: Operation) =>
  method === "get" || operationId === "getStandings";

test("names the Idempotency-Key where something changes, with an example body", ({
  operations,
}) => {
  for (const [, method, operation] of operations) {
    const names = (operation.parameters ?? []).map(({ name }) => name);
    expect(names.includes("idempotency-key")).toBe(!isQuestion(method, operation));
    if (operation.requestBody?.required)
      expect(operation.requestBody.content["application/json"]?.example).toBeDefined();
  }
});

test("has a target of each reference, and an example of each resource", ({ document }) => {
  const known = Object.keys(document.components.schemas);
  for (const [, name] of JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g))
    expect(known).toContain(name);
  for (const name of known) expect(document.components.schemas[name]?.examples).toHaveLength(1);
});

test("has an example of each type of event that fits its schema", ({ document }) => {
  const check = documentedAnswers(document);
  const envelope = {
    timestamp: "2030-05-01T18:00:00.000Z",
    game: newId(),
    test: false,
    actor: { type: "system", id: null },
    requestId: null,
  };
  const events = EVENT_TYPES.map((type, index) => ({
    id: newId(),
    sequence: index + 1,
    type,
    ...envelope,
    data: eventType(type).example,
  }));
  const answer = (list: object[]) => {
    const body = { events: list, nextAfter: events.length, nextBefore: null };
    const headers = new Headers({ "content-type": "application/json; charset=utf-8" });
    return { status: 200, headers, text: "", body: body as unknown as Body };
  };
  check("GET", "/event", answer(events));
  const [first] = events;
  expect(() => check("GET", "/event", answer([{ ...first, data: {} }]))).toThrow("/event");
});
