import { newId } from "@tms/kit/values/ids";
import { afterEach, expect, test } from "vitest";
import { startGateway, type TestGateway } from "../support/gateway.ts";

let gateway: TestGateway;
afterEach(() => gateway.close());

const left = (headers: Headers) => Number(headers.get("ratelimit-remaining"));

const complete = (body: string | ReadableStream, more: RequestInit = {}) =>
  fetch(`${gateway.url}/tournament/${newId()}/complete`, {
    method: "PATCH",
    headers: { "x-api-key": gateway.key, "content-type": "application/json" },
    body,
    ...more,
  });

/** A body whose length is not told in advance. */
const chunked = (text: string) => complete(new Blob([text]).stream(), { duplex: "half" });

test("an ordinary request costs one", async () => {
  gateway = await startGateway({ limits: { perKey: 10_000 } });
  expect(left((await complete(`{"ranks":[]}`)).headers)).toBe(9_999);
  expect(left((await chunked(`{"ranks":[]}`)).headers)).toBe(9_998);
});

test("a body costs one more for each KiB, however it is sent, refused or not", async () => {
  gateway = await startGateway({ limits: { perKey: 100_000 } });
  const body = `{"ranks":[${" ".repeat(100 * 1_024)}]}`;
  const first = left((await complete(body)).headers);
  expect(first).toBeLessThanOrEqual(100_000 - 101);
  const second = left((await chunked(body)).headers);
  expect(second).toBeLessThanOrEqual(first - 101);
  const third = left((await complete(`[${body}`)).headers);
  expect(third).toBeLessThanOrEqual(second - 101);
});

test("what large bodies cost is taken from that key alone", async () => {
  gateway = await startGateway({ limits: { perKey: 1_500 } });
  const body = " ".repeat(900 * 1_024);
  const statuses = [];
  for (let i = 0; i < 3; i++) statuses.push((await complete(body)).status);
  // Whoever has anything left is let in, so that the largest body is never too dear.
  expect(statuses).toEqual([400, 400, 429]);
  expect((await gateway.send("GET", "/tournament")).status).toBe(429);
  const { key } = gateway.fakes.games.add();
  const other = await gateway.send("GET", "/tournament", undefined, { "x-api-key": key });
  expect(other.status).toBe(200);
});

test("large bodies that come at once are paid before any of them is read", async () => {
  gateway = await startGateway({ limits: { perKey: 1_500 } });
  const body = " ".repeat(900 * 1_024);
  const answers = await Promise.all(Array.from({ length: 8 }, () => chunked(body)));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThanOrEqual(6);
});
