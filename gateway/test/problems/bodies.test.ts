import { newId } from "@tms/kit/values/ids";
import { send, type Api } from "../../../test/harness/api.ts";
import { expectProblem } from "../../../test/harness/problem.ts";
import { tournamentBody } from "../../../test/harness/tournament.ts";
import { describe, expect, test as base } from "../../../test/world/test.ts";

const JSON_TYPE = { "content-type": "application/json" };

/** `post` sends bytes with the given headers and the key of a game. */
const test = base.extend(
  "post",
  ({ live, api }) =>
    (
      path: string,
      body: string | Uint8Array<ArrayBuffer>,
      headers: Record<string, string> = JSON_TYPE,
    ) =>
      send(live.gateway.url, "POST", path, {
        body,
        headers: { "x-api-key": api.apiKey, ...headers },
      }),
);

const create = (api: Api, change: object) =>
  api.post("/tournament/create", tournamentBody(api, { ...change }));

describe("a body", () => {
  test.for([
    ["a name that is a number", { name: 5 }, "/name"],
    ["a name beyond 200 characters", { name: "x".repeat(201) }, "/name"],
    ["half a character", { name: "\ud800" }, "/name"],
    ["a NUL", { description: "a\0b" }, "/description"],
    ["a missing name", { name: undefined }, "/name"],
    ["an unknown field", { prize: 5 }, "/prize"],
    ["an unknown field's endless name", { ["x".repeat(9_000)]: 5 }, `/${"x".repeat(255)}…`],
    ["a time without an offset", { startTime: "2030-05-01T18:00:00" }, "/startTime"],
    ["a day that does not exist", { endTime: "2030-02-30T18:00:00Z" }, "/endTime"],
    ["a fraction of a seat", { maxEntries: 1.5 }, "/maxEntries"],
    ["a split of texts", { prizeSplit: [60, "40"] }, "/prizeSplit/1"],
    ["a fee beyond 2^53 cents", { entryFee: 90_071_992_547_410 }, "/entryFee"],
  ] as const)("with %s is refused by the field", async ([, change, pointer], { api }) => {
    const answer = await create(api, change);
    expectProblem(answer, [400, "invalid_argument"]);
    expect(answer.body.errors).toMatchObject([{ pointer }]);
    expect(answer.text).not.toMatch(/start_time|terms/);
  });

  test("is refused with all its faults at once", async ({ api }) => {
    const { body } = await create(api, { name: undefined, endTime: "tomorrow", colour: "red" });
    const pointers = body.errors.map(({ pointer }) => pointer);
    expect(pointers.toSorted()).toEqual(["/colour", "/endTime", "/name"]);
  });

  test.for(["__proto__", "constructor", "a/b~c"])(
    "with a field %s is refused",
    async (name, { post }) => {
      const text = `{"gamer":"ada",${JSON.stringify(name)}:{"polluted":1}}`;
      expectProblem(await post(`/tournament/${newId()}/join`, text), [400, "invalid_argument"]);
    },
  );

  const FORM = { "content-type": "application/x-www-form-urlencoded" };
  test.for([
    ["broken JSON", "{", JSON_TYPE, [400, "invalid_json"]],
    ["two values", "{} {}", JSON_TYPE, [400, "invalid_json"]],
    ["no UTF-8", new Uint8Array([0x22, 0xff, 0x22]), JSON_TYPE, [400, "invalid_json"]],
    ["nothing but brackets", "[".repeat(50_000), JSON_TYPE, [400, "invalid_json"]],
    ["an array", "[]", JSON_TYPE, [400, "invalid_argument"]],
    ["nothing", "", JSON_TYPE, [400, "invalid_argument"]],
    ["a form", "gamer=ada", FORM, [415, "unsupported_media_type"]],
    ["plain text", "{}", { "content-type": "text/plain" }, [415, "unsupported_media_type"]],
    ["64 KiB and more", `{"gamer":"${"x".repeat(65_536)}"}`, JSON_TYPE, [413, "payload_too_large"]],
  ] as const)("of %s is refused", async ([, body, headers, expected], { post }) => {
    const bytes = typeof body === "string" ? body : new Uint8Array(body);
    const answer = await post(`/tournament/${newId()}/join`, bytes, { ...headers });
    expectProblem(answer, [...expected]);
  });

  test("is read as UTF-8 without an encoding, and refused otherwise", async ({ api, post }) => {
    for (const headers of [
      { "content-type": "application/json; charset=utf-8" },
      { "content-type": 'application/json;charset="UTF-8"' },
      { "content-encoding": "identity" },
    ])
      expect((await api.post("/tournament/create", tournamentBody(api), { headers })).status).toBe(
        201,
      );
    for (const headers of [
      { "content-type": "application/json; charset=utf-16" },
      { "content-type": "application/json; charset=iso-8859-1" },
      { "content-type": 'application/json; x=1; charset="latin1"' },
      { ...JSON_TYPE, "content-encoding": "gzip" },
      { ...JSON_TYPE, "content-encoding": "identity, br" },
    ]) {
      const answer = await post("/tournament/create", "{", { ...headers });
      expectProblem(answer, [415, "unsupported_media_type"]);
      expect(answer.headers.get("accept-encoding")).toBe("identity");
    }
    const latin = { "content-type": "application/json; charset=iso-8859-1" };
    expect((await api.get("/tournament", { headers: latin })).status).toBe(200);
  });

  test("of eliminate holds a mebibyte at most", async ({ api }) => {
    const path = `/tournament/${newId()}/eliminate`;
    const large = await api.patch(path, { gamers: ["x".repeat(2 ** 20)] });
    expectProblem(large, [413, "payload_too_large"]);
    const gamers = Array.from({ length: 1_000 }, (_, n) => `${n}`.padEnd(64, "é"));
    expect((await api.patch(path, { gamers })).status).toBe(404);
  });

  test("of publish must be empty", async ({ api }) => {
    const { body } = await create(api, {});
    const path = `/tournament/${body.tournament.id}/publish`;
    expectProblem(await api.patch(path, { now: true }), [400, "invalid_argument"]);
    expect((await api.patch(path, undefined, { headers: JSON_TYPE })).status).toBe(200);
  });
});

describe("a large body", () => {
  const complete = (api: Api, raw: string) =>
    api.patch(`/tournament/${newId()}/complete`, undefined, { raw });
  const times = (item: string, count: number) => Array(count).fill(item).join(",");
  const fields = (count: number) => Array.from({ length: count }, (_, n) => `"k${n}":1`).join(",");

  test.for([
    ["a mebibyte of numbers", `{"ranks":[${times("1e1", 262_000)}]}`, 1],
    ["a mebibyte of objects", `{"ranks":[${times("{}", 349_000)}]}`, 1],
    ["60,000 unknown fields", `{${fields(60_000)}}`, 8],
    ["such fields in a rank", `{"ranks":[{${fields(60_000)}}]}`, 9],
  ] as const)("of %s is refused with few faults", async ([, text, faults], { api }) => {
    const answer = await complete(api, text);
    expectProblem(answer, [400, "invalid_argument"]);
    expect(answer.body.errors).toHaveLength(faults);
  });

  test("of 33 levels is refused as JSON", async ({ api }) => {
    const levels = (count: number) => `${"[".repeat(count - 1)}${"]".repeat(count - 1)}`;
    const deep = await complete(api, `{"ranks":${levels(33)}}`);
    expectProblem(deep, [400, "invalid_json"]);
    expectProblem(await complete(api, `{"ranks":${levels(32)}}`), [400, "invalid_argument"]);
  });

  test("of 10,000 ranks with the longest handles is served", async ({ api }) => {
    const ranks = Array.from({ length: 10_000 }, (_, n) => ({
      gamer: `${n}`.padEnd(64, "x"),
      rank: n + 1,
    }));
    expectProblem(await complete(api, JSON.stringify({ ranks })), [404, "tournament_not_found"]);
  });
});
