import { DomainError } from "@tms/kit/errors/domain-error";
import type { Api } from "../harness/api.ts";
import { joined } from "../harness/gamers.ts";
import { idOf, published } from "../harness/tournament.ts";
import { expect, test } from "../world/test.ts";
import type { World } from "../world/world.ts";

const attempts = (prefix: string, count: number, gamer = "ada") =>
  Array.from({ length: count }, (_, n) => ({ gamer, score: n, attempt: `${prefix}-${n}` }));

/** Returns the names of a tournament's attempts in the order in which they were recorded. */
async function recorded({ admin }: World, path: string): Promise<string[]> {
  const { rows } = await admin.query<{ name: string }>(
    "SELECT name FROM entry.attempt WHERE tournament_id = $1 ORDER BY sequence",
    [idOf(path)],
  );
  return rows.map(({ name }) => name);
}

async function board(api: Api, scoring: object): Promise<string> {
  const path = await published(api, { scoring });
  await joined(api, path, "ada", "bob");
  return path;
}

const scoreOf = async (api: Api, path: string, gamer = "ada") =>
  (await api.get(`${path}/entry/${gamer}`)).body;

test("records the scores of a request in their order, whatever its size", async ({ api, live }) => {
  const path = await board(api, { operator: "last" });
  const scores = attempts("a", 1_000);
  const { body } = await api.post(`${path}/scores`, { scores });
  expect(body.results.every(({ status }) => status === 201)).toBe(true);
  expect(await recorded(live, path)).toEqual(scores.map(({ attempt }) => attempt));
  expect(await scoreOf(api, path)).toMatchObject({ standing: { score: 999 } });
});

test("keeps the scores of each request together beside seven other requests", async ({
  api,
  live,
}) => {
  const path = await board(api, { operator: "last" });
  const writers = Array.from({ length: 8 }, (_, n) =>
    attempts(`w${n}`, 300 + n, n % 2 === 0 ? "ada" : "bob"),
  );
  const answers = await Promise.all(
    writers.map((scores) => api.post(`${path}/scores`, { scores })),
  );
  expect(answers.map(({ status }) => status)).toEqual(writers.map(() => 200));
  const names = await recorded(live, path);
  expect(names).toHaveLength(writers.flat().length);
  for (const scores of writers) {
    const first = names.indexOf(scores[0]?.attempt ?? "");
    expect(names.slice(first, first + scores.length)).toEqual(scores.map((one) => one.attempt));
  }
  const last = (even: number) => names.findLast((name) => Number(name[1]) % 2 === even) ?? "";
  for (const [gamer, name] of [["ada", last(0)] as const, ["bob", last(1)] as const])
    expect(await scoreOf(api, path, gamer)).toMatchObject({
      standing: { score: Number(name.split("-")[1]) },
    });
});

test("records the first of two attempts of one name, and refuses the second", async ({ api }) => {
  const path = await board(api, { operator: "last" });
  const scores = [...attempts("a", 600), { gamer: "ada", score: 7_000, attempt: "a-3" }];
  const { body } = await api.post(`${path}/scores`, { scores });
  expect(body.results[3]).toMatchObject({ status: 201 });
  expect(body.results[600]).toMatchObject({ status: 409, problem: { code: "attempt_reused" } });
});

test("ranks only the last score of a gamer in a request", async ({ api }) => {
  const path = await board(api, {});
  await api.post(`${path}/score`, { gamer: "bob", score: 150 });
  const scores = [
    { gamer: "ada", score: 100 },
    { gamer: "ada", score: 200 },
  ];
  const { body } = await api.post(`${path}/scores?rank=true`, { scores });
  expect(body.results.map(({ score }) => score?.standing.rank)).toEqual([null, 1]);
});

test("refuses a whole request when the entry service is too busy", async ({ api, live }) => {
  const path = await board(api, {});
  using _busy = live.fail("BatchSubmitScore", { error: overloaded() });
  const { status, body } = await api.post(`${path}/scores`, { scores: attempts("a", 3) });
  expect([status, body.code]).toEqual([503, "overloaded"]);
});

test.for([
  ["9007199254740991", 201],
  ["-9007199254740991.0", 201],
  ["1e3", 201],
  ["9007199254740991.0000001", 400],
  ["9007199254740993", 400],
  ["4.0000000000000000001", 400],
  ["1.00000000000000000001e3", 400],
] as const)("reads the score %s and answers %i", async ([score, status], { api }) => {
  const path = await board(api, {});
  const answer = await api.post(`${path}/score`, undefined, {
    raw: `{"gamer": "ada", "score": ${score}}`,
  });
  expect(answer.status).toBe(status);
  if (status === 400) expect(answer.body.errors[0]?.pointer).toBe("/score");
});

const overloaded = () => new DomainError("OVERLOADED", "Too many calls are waiting.");
