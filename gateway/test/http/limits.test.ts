import { newId } from "@tms/kit/values/ids";
import { createApiKey } from "@tms/kit/values/secret";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { Api } from "../../../test/harness/api.ts";
import { sendRaw } from "../../../test/harness/raw-http.ts";
import { watchCalls } from "../../../test/world/actions.ts";
import { createApi } from "../../../test/world/callers.ts";
import type { GatewaySettings, WorldGateway } from "../../../test/world/gateway.ts";
import { describe, expect, test as base } from "../../../test/world/test.ts";

/** `start` starts a gateway with limits, and creates a game. `open` connects from an address. */
const test = base
  .extend(
    "start",
    ({ newGateway }) =>
      async (limits: GatewaySettings["limits"], trustedProxies = 0) => {
        const gateway = await newGateway({ limits: { ...limits }, trustedProxies });
        return { gateway, api: await createApi(gateway) };
      },
  )
  .extend("open", ({}, { onCleanup }) => {
    const sockets: Socket[] = [];
    onCleanup(() => sockets.forEach((socket) => socket.destroy()));
    return ({ port }: WorldGateway, localAddress: string, bytes = HALF) => {
      const socket = connect({ port, host: "127.0.0.1", localAddress });
      sockets.push(socket);
      socket.on("error", () => undefined).write(bytes);
      return socket.resume();
    };
  });

const HALF = "POST /tournament/create HTTP/1.1\r\nhost: x\r\n";
const leftOf = (headers: Headers) => Number(headers.get("ratelimit-remaining"));

describe("a key", () => {
  test("has its requests per minute, told in standard headers", async ({ start }) => {
    const { gateway, api } = await start({ perKey: 3 });
    const answers = [];
    for (let n = 0; n < 4; n++) answers.push(await api.get("/tournament"));
    expect(answers.map(({ status, headers }) => [status, leftOf(headers)])).toEqual([
      [200, 2],
      [200, 1],
      [200, 0],
      [429, 0],
    ]);
    const { headers, body } = answers[3] ?? (await api.get("/tournament"));
    expect(body.code).toBe("rate_limited");
    expect(headers.get("ratelimit-limit")).toBe("3");
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await (await createApi(gateway)).get("/tournament")).status).toBe(200);
  });

  test("is let in from an address that tries bad ones", async ({ start }) => {
    const { gateway, api } = await start({ perAddress: 5 });
    const list = (headers: Record<string, string>) =>
      gateway.send("GET", "/tournament", { headers });
    const bad = () => ({ "x-api-key": createApiKey("live") });
    for (const headers of [bad(), bad(), {}, { "x-api-key": "tms_live_short" }])
      for (let n = 0; n < 5; n++) expect((await list({ ...headers })).status).toBe(401);
    const many = Array.from({ length: 400 }, () => list(bad()));
    expect((await api.get("/tournament")).status).toBe(200);
    expect(new Set((await Promise.all(many)).map(({ status }) => status))).toEqual(new Set([401]));
  });

  test("does not pay for unknown paths and documentation; the address does", async ({ start }) => {
    const { gateway } = await start({ perAddress: 2 });
    const statuses = [];
    for (const path of ["/nope", "/problems/unavailable", "/openapi.json"])
      statuses.push((await gateway.send("GET", path)).status);
    expect(statuses).toEqual([404, 200, 429]);
  });
});

describe("a body", () => {
  const senders = ({ url }: WorldGateway, { apiKey }: Api) => {
    const complete = (body: string | ReadableStream, more: RequestInit = {}) =>
      fetch(`${url}/tournament/${newId()}/complete`, {
        method: "PATCH",
        headers: { "x-api-key": apiKey, "content-type": "application/json" },
        body,
        ...more,
      });
    /** Sends a body without its length. */
    const chunked = (text: string) => complete(new Blob([text]).stream(), { duplex: "half" });
    return { complete, chunked };
  };

  test("costs one, and one more for each KiB, however it is sent", async ({ start }) => {
    const { gateway, api } = await start({ perKey: 100_000 });
    const { complete, chunked } = senders(gateway, api);
    const small = `{"ranks":[]}`;
    const body = `{"ranks":[${" ".repeat(100 * 1_024)}]}`;
    expect(leftOf((await complete(small)).headers)).toBe(99_999);
    expect(leftOf((await chunked(small)).headers)).toBe(99_998);
    let left = 99_998;
    for (const send of [() => complete(body), () => chunked(body), () => complete(`[${body}`)]) {
      const next = leftOf((await send()).headers);
      expect(next).toBeLessThanOrEqual(left - 101);
      left = next;
    }
  });

  test("that is large uses up the requests of its key alone", async ({ start }) => {
    const { gateway, api } = await start({ perKey: 1_500 });
    const { complete } = senders(gateway, api);
    const statuses = [];
    for (let n = 0; n < 3; n++) statuses.push((await complete(" ".repeat(900 * 1_024))).status);
    // A key with anything left is let in, so that the largest body is never too dear.
    expect(statuses).toEqual([400, 400, 429]);
    expect((await api.get("/tournament")).status).toBe(429);
    expect((await (await createApi(gateway)).get("/tournament")).status).toBe(200);
  });

  test("is paid before it is read, though many come at once", async ({ start }) => {
    const { gateway, api } = await start({ perKey: 1_500 });
    const { chunked } = senders(gateway, api);
    // Requests of a key that the gateway does not know yet are all let in together.
    await api.get("/tournament");
    const body = " ".repeat(900 * 1_024);
    const answers = await Promise.all(Array.from({ length: 8 }, () => chunked(body)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(6);
  });
});

describe("connections", () => {
  /** Returns the status of a request from an address, or 0 if the server hangs up. */
  async function statusFrom(
    open: (gateway: WorldGateway, address: string, bytes: string) => Socket,
    { gateway, api }: { gateway: WorldGateway; api: Api },
    address: string,
    headers = "",
  ): Promise<number> {
    const head = `GET /tournament HTTP/1.1\r\nhost: x\r\nx-api-key: ${api.apiKey}\r\n`;
    const socket = open(gateway, address, `${head}${headers}connection: close\r\n\r\n`);
    let text = "";
    socket.on("data", (chunk: Buffer) => (text += chunk.toString("latin1")));
    await once(socket, "close");
    return Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0);
  }

  test("of one address take no place from others and from probes", async ({ start, open }) => {
    const started = await start({ connections: 20, connectionsPerAddress: 5 });
    const { gateway } = started;
    const held = Array.from({ length: 40 }, () => open(gateway, "127.0.0.1"));
    await expect.poll(() => held.filter(({ closed }) => closed).length).toBe(35);
    expect(await statusFrom(open, started, "127.0.0.1")).toBe(0);
    expect(await statusFrom(open, started, "127.0.0.2")).toBe(200);
    expect((await fetch(`${gateway.probeUrl}/livez`)).status).toBe(200);
    for (const socket of held) socket.destroy();
    await expect.poll(() => statusFrom(open, started, "127.0.0.1")).toBe(200);
  });

  test("beyond the limit are closed, and probes are answered", async ({ start, open }) => {
    const started = await start({ connections: 3 });
    const { gateway } = started;
    // The game was created over one connection, which stays open for a while.
    const held = Array.from({ length: 6 }, () => open(gateway, "127.0.0.1"));
    await expect.poll(() => held.filter(({ closed }) => closed).length).toBeGreaterThan(2);
    for (const path of ["/livez", "/readyz"]) {
      expect((await fetch(gateway.probeUrl + path)).status).toBe(200);
      expect((await fetch(gateway.url + path).catch(() => undefined))?.status).not.toBe(200);
    }
    for (const socket of held) socket.destroy();
    await expect.poll(() => statusFrom(open, started, "127.0.0.1")).toBe(200);
  });

  test("of a proxy carry as many requests of each client as allowed", async ({ start, open }) => {
    const started = await start({ connections: 20, connectionsPerAddress: 5 }, 1);
    const behind = (client: string) => `x-forwarded-for: ${client}\r\n`;
    const slowBody = `${HALF}x-api-key: ${started.api.apiKey}\r\n${behind("203.0.113.1")}content-type: application/json\r\ncontent-length: 100\r\n\r\n{`;
    const held = Array.from({ length: 5 }, () => open(started.gateway, "127.0.0.1", slowBody));
    const status = (client: string) => statusFrom(open, started, "127.0.0.1", behind(client));
    await expect.poll(() => status("203.0.113.1")).toBe(429);
    expect(await status("203.0.113.2")).toBe(200);
    // Only the last address is the proxy's word. A client can claim anything before it.
    expect(await status("203.0.113.9, 203.0.113.1")).toBe(429);
    const text = await sendRaw(
      started.gateway.url,
      `GET /account HTTP/1.1\r\nhost: x\r\n${behind("203.0.113.1")}connection: close\r\n\r\n`,
    );
    expect(text).toContain('"code":"too_many_at_once"');
    expect(text).toContain("retry-after: 1");
    for (const socket of held) socket.destroy();
    await expect.poll(() => status("203.0.113.1")).toBe(200);
  });

  test("with CONNECT are closed, and give their places back", async ({ start, open }) => {
    const started = await start({ connectionsPerAddress: 3 });
    const CONNECT = "CONNECT other:443 HTTP/1.1\r\nhost: x\r\n\r\n";
    const held = Array.from({ length: 3 }, () => open(started.gateway, "127.0.0.1", CONNECT));
    await expect.poll(() => held.filter(({ closed }) => closed).length).toBe(3);
    await expect.poll(() => statusFrom(open, started, "127.0.0.1")).toBe(200);
  });

  test("pipeline no more requests than an address may have", async ({ start, open, live }) => {
    const { gateway, api } = await start({ connectionsPerAddress: 5 });
    const calls = watchCalls(live, "BatchAuthenticateApiKeys");
    using silence = live.hold("BatchAuthenticateApiKeys");
    const request = `GET /tournament HTTP/1.1\r\nhost: x\r\nx-api-key: ${api.apiKey}\r\n\r\n`;
    let text = "";
    const socket = open(gateway, "127.0.0.1", request.repeat(20));
    socket.on("data", (chunk: Buffer) => (text += chunk.toString("latin1")));
    await expect.poll(() => calls().length).toBeGreaterThan(0);
    silence[Symbol.dispose]();
    await expect.poll(() => text.match(/HTTP\/1\.1 \d+/g)?.length).toBe(20);
    expect(text.match(/HTTP\/1\.1 429/g)?.length).toBe(15);
  });
});
