import { once } from "node:events";
import { connect } from "node:net";
import { createApiKey } from "@tms/kit/values/api-key";
import { afterEach, expect, test } from "vitest";
import { startGateway, type TestGateway } from "../support/gateway.ts";

let gateway: TestGateway;
afterEach(() => gateway.close());

test("a key has its requests per minute, told in standard headers", async () => {
  gateway = await startGateway({ limits: { perKey: 3 } });
  const answers = [];
  for (let i = 0; i < 4; i++) answers.push(await gateway.send("GET", "/tournament"));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
  expect(answers.map(({ headers }) => headers.get("ratelimit-remaining"))).toEqual([
    "2",
    "1",
    "0",
    "0",
  ]);
  const { headers, body } = answers[3] ?? (await gateway.send("GET", "/tournament"));
  expect(body.code).toBe("rate_limited");
  expect(headers.get("ratelimit-limit")).toBe("3");
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  expect(headers.get("content-type")).toBe("application/problem+json");

  const other = gateway.fakes.games.add();
  expect(
    (await gateway.send("GET", "/tournament", undefined, { "x-api-key": other.key })).status,
  ).toBe(200);
});

test("whoever shares an address with bad keys is let in by a good one, seen before or not", async () => {
  gateway = await startGateway({ limits: { perAddress: 5 } });
  const bad = () => ({ "x-api-key": createApiKey("live") });
  for (const headers of [bad(), bad(), {}, { "x-api-key": "tms_live_short" }])
    for (let i = 0; i < 5; i++) {
      const { status } = await gateway.raw("GET", "/tournament", undefined, headers);
      expect(status).toBe(401);
    }
  expect((await gateway.send("GET", "/tournament")).status).toBe(200);
});

test("a key that nobody knows yet is found among very many bad ones at a time", async () => {
  gateway = await startGateway();
  const bad = Array.from({ length: 400 }, () => {
    const headers = { "x-api-key": createApiKey("live") };
    return gateway.raw("GET", "/tournament", undefined, headers);
  });
  expect((await gateway.send("GET", "/tournament")).status).toBe(200);
  expect(new Set((await Promise.all(bad)).map(({ status }) => status))).toEqual(new Set([401]));
});

test("unknown paths and documentation count against their address", async () => {
  gateway = await startGateway({ limits: { perAddress: 2 } });
  const statuses = [];
  for (const path of ["/nope", "/problems/unavailable", "/openapi.json"])
    statuses.push((await gateway.raw("GET", path)).status);
  expect(statuses).toEqual([404, 200, 429]);
});

test("a connection beyond the most there may be is hung up on, and another may follow", async () => {
  gateway = await startGateway({ limits: { connections: 2 } });
  const held = [connect(gateway.port, "127.0.0.1"), connect(gateway.port, "127.0.0.1")];
  for (const socket of held) {
    socket.write("GET /openapi.json HTTP/1.1\r\nhost: x\r\n\r\n");
    await once(socket, "data");
  }
  const third = connect(gateway.port, "127.0.0.1").resume();
  await once(third, "close");
  for (const socket of held) {
    socket.destroy();
    await once(socket, "close");
  }
  // The server may hear of it a moment later.
  await expect
    .poll(() => gateway.raw("GET", "/openapi.json").then(({ status }) => status, String))
    .toBe(200);
});
