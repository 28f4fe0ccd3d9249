import { openapiDocument } from "@tms/gateway/openapi-document";
import { bruToJsonV2 } from "@usebruno/lang";
import { strFromU8, unzipSync } from "fflate";
import { beforeAll, expect, test } from "vitest";
import { brunoCollection } from "./bruno.ts";
import { documentToSend, type ApiDocument } from "./document.ts";
import { postmanCollection } from "./postman.ts";

interface PostmanItem {
  name: string;
  item?: PostmanItem[];
  request?: {
    method: string;
    header: { key: string; value: string }[];
    auth?: { type: string };
    body?: { raw: string };
  };
}

let document: ApiDocument;
let operations: number;
beforeAll(async () => {
  document = documentToSend(await openapiDocument());
  operations = Object.values(document.paths).flatMap((methods) => Object.keys(methods)).length;
});

const requestsIn = (item: PostmanItem): PostmanItem[] =>
  item.item ? item.item.flatMap(requestsIn) : [item];

test("the Postman collection has every operation, to be sent as it stands", async () => {
  const collection = JSON.parse(await postmanCollection(document)) as PostmanItem & {
    info: { schema: string };
    variable: { key: string }[];
  };
  expect(collection.info.schema).toContain("v2.1.0");
  expect(collection.variable.map(({ key }) => key)).toEqual([
    "baseUrl",
    "apiKey",
    "bearerToken",
    "gameId",
  ]);
  const requests = requestsIn(collection);
  expect(requests).toHaveLength(operations);
  const create = requests.find(({ name }) => name === "Create a tournament")?.request;
  const headers = new Map(create?.header.map(({ key, value }) => [key, value]));
  expect(headers.get("idempotency-key")).toBe("{{$guid}}");
  // A key knows its game; another one beside it would be refused.
  expect(headers.has("x-game-id")).toBe(false);
  expect(create?.auth?.type).toBe("apikey");
  expect(create?.body?.raw).toContain('"game": "{{gameId}}"');
});

test("the Bruno collection has every operation in a file that Bruno reads", async () => {
  const files = unzipSync(await brunoCollection(document));
  expect(JSON.parse(strFromU8(files["bruno.json"] ?? new Uint8Array()))).toMatchObject({
    version: "1",
    type: "collection",
  });
  const names = Object.keys(files).filter((name) => /^[a-z]+\/.*\.bru$/.test(name));
  const requests = names.filter((name) => !name.startsWith("environments/"));
  expect(requests).toHaveLength(operations);
  for (const name of requests) {
    const { http } = bruToJsonV2(strFromU8(files[name] ?? new Uint8Array()));
    expect(http.url).toMatch(/^\{\{baseUrl\}\}\//);
  }
  const create = strFromU8(files["tournaments/Create a tournament.bru"] ?? new Uint8Array());
  expect(create).toContain("idempotency-key: {{$guid}}");
  expect(create).toContain("value: {{apiKey}}");
  expect(strFromU8(files["environments/Local.bru"] ?? new Uint8Array())).toContain("apiKey");
});
