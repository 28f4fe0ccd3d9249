import { newId } from "@tms/kit/values/ids";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { expectProblem } from "../support/expect-problem.ts";
import { startGateway, type TestGateway } from "../support/gateway.ts";

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());
afterEach(() => void vi.restoreAllMocks());

const times = (item: string, count: number) => Array(count).fill(item).join(",");
const fields = (count: number) => Array.from({ length: count }, (_, i) => `"k${i}":1`).join(",");

const complete = (text: string) => {
  const headers = { "x-api-key": gateway.key, "content-type": "application/json" };
  return gateway.raw("PATCH", `/tournament/${newId()}/complete`, text, headers);
};

// Longer than any text that tests and answers parse.
const LONG = 20_000;
const longTexts = (calls: readonly (readonly [string, ...unknown[]])[]) =>
  calls.filter(([text]) => text.length > LONG);

test.each([
  ["a mebibyte of numbers", `{"ranks":[${times("1e1", 262_000)}]}`, "at most 10000 ranks"],
  ["a mebibyte of objects", `{"ranks":[${times("{}", 349_000)}]}`, "at most 10000 ranks"],
  ["60,000 unknown fields", `{${fields(60_000)}}`, "more than 32 fields"],
  ["such fields in a rank", `{"ranks":[{${fields(60_000)}}]}`, "more than 32 fields"],
])("%s is refused before it is parsed", async (_, text, detail) => {
  const parse = vi.spyOn(JSON, "parse");
  const answer = await complete(text);
  expectProblem(answer, [400, "invalid_argument"]);
  expect(answer.body.detail).toContain(detail);
  expect(answer.body.errors).toMatchObject([{ pointer: "" }]);
  expect(longTexts(parse.mock.calls)).toEqual([]);
});

test("a list a little too long is told by its name, without its numbers' digits being read", async () => {
  const parse = vi.spyOn(JSON, "parse");
  const answer = await complete(`{"ranks":[${times("1e1", 12_000)}]}`);
  expectProblem(answer, [400, "invalid_argument"]);
  expect(answer.body.errors).toMatchObject([{ pointer: "/ranks" }]);
  for (const [, reviver] of longTexts(parse.mock.calls)) expect(reviver).toBeUndefined();
});

test("10,000 ranks with the longest handles are served", async () => {
  const ranks = Array.from({ length: 10_000 }, (_, i) => ({
    gamer: `${i}`.padEnd(64, "x"),
    rank: i + 1,
  }));
  expectProblem(await complete(JSON.stringify({ ranks })), [404, "tournament_not_found"]);
});
