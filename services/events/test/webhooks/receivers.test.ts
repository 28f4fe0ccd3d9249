import type { LookupAddress } from "node:dns";
import { afterEach, describe, expect, test } from "vitest";
import { newId } from "@tms/kit/values/ids";
import { isPublicAddress } from "../../src/endpoints/address.ts";
import type { Lookup } from "../../src/sending/lookup.ts";
import { createSender, isSuccess, type SenderOptions } from "../../src/sending/send.ts";
import { hanging, startReceiver, status, type Answer, type Receiver } from "./receiver.ts";

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

const MESSAGE = { eventId: newId(), body: '{"sequence":1}' };
const SECRETS = [Buffer.from("secret")];

async function receiver(answer: Answer): Promise<Receiver> {
  const one = await startReceiver(answer);
  opened.push(one);
  return one;
}

/** Sends once, with a limit that a test can wait for. */
async function send(url: string, options: Partial<SenderOptions> = {}) {
  const sender = createSender({ allowPrivate: true, limitMs: 500, ...options });
  opened.push(sender);
  return await sender.send(url, MESSAGE, SECRETS);
}

describe("a receiver that", () => {
  test.each([200, 201, 204, 299])("answers %i has the event", async (code) => {
    const { url } = await receiver(status(code));
    const outcome = await send(url);
    expect(isSuccess(outcome)).toBe(true);
    expect(outcome).toMatchObject({ status: code, error: null });
  });

  test.each([400, 401, 410, 429, 500, 503])("answers %i has failed", async (code) => {
    const { url } = await receiver(status(code));
    const outcome = await send(url);
    expect(isSuccess(outcome)).toBe(false);
    expect(outcome).toMatchObject({ status: code, error: null });
  });

  test.each([301, 302, 303, 307, 308])(
    "redirects with %i has failed, and nobody follows",
    async (code) => {
      const elsewhere = await receiver(status(204));
      const { url } = await receiver(status(code, { location: elsewhere.url }));
      expect(await send(url)).toMatchObject({ status: code, error: "redirect" });
      expect(elsewhere.received).toEqual([]);
    },
  );

  test("hangs is given up in time", async () => {
    const { url } = await receiver(hanging);
    const outcome = await send(url);
    expect(outcome).toMatchObject({ status: null, error: "timeout" });
  });

  test("trickles is given up in time, though it never pauses for long", async () => {
    const timers: NodeJS.Timeout[] = [];
    const { url } = await receiver((reply) => {
      reply.writeHead(200);
      timers.push(setInterval(() => reply.write("x"), 50));
    });
    const outcome = await send(url);
    timers.forEach(clearInterval);
    expect(outcome).toMatchObject({ status: 200, error: "timeout" });
    expect(isSuccess(outcome)).toBe(false);
  });

  test("answers more than 64 KiB has failed, and is not read to its end", async () => {
    let wrote = 0;
    const { url } = await receiver((reply) => {
      reply.writeHead(200);
      const more = () => {
        while (wrote < 50_000_000 && !reply.destroyed) {
          wrote += 65_536;
          if (!reply.write("x".repeat(65_536))) return void reply.once("drain", more);
        }
      };
      more();
    });
    const outcome = await send(url, { limitMs: 5_000 });
    expect(outcome).toMatchObject({ status: 200, error: "too_large" });
    expect(wrote).toBeLessThan(50_000_000);
  });

  test("answers at length is kept by its first KiB, without what looks like a credential", async () => {
    const { url } = await receiver((reply) =>
      reply.writeHead(500).end(`whsec_${"A".repeat(43)}= \0 ${"é".repeat(2_000)}`),
    );
    const { answer } = await send(url);
    expect(answer.length).toBeLessThanOrEqual(1_024);
    expect(answer).not.toMatch(/whsec_A|\0/);
    expect(answer).toContain("éé");
  });

  test("closes the connection, or is not there, is refused", async () => {
    const { url } = await receiver((reply) => reply.destroy());
    expect(await send(url)).toMatchObject({ status: null, error: "refused" });
    const gone = await startReceiver();
    await gone.close();
    expect(await send(gone.url)).toMatchObject({ status: null, error: "refused" });
  });

  test("does not speak TLS where it should has failed", async () => {
    const { url } = await receiver(status(204));
    const outcome = await send(url.replace("http:", "https:"));
    expect(outcome).toMatchObject({ status: null, error: "tls" });
  });

  test("has a name that nobody knows has failed", async () => {
    const lookup: Lookup = (_, __, done) =>
      done(Object.assign(new Error("no such name"), { code: "ENOTFOUND" }), []);
    expect(await send("http://nowhere.example/", { lookup })).toMatchObject({ error: "dns" });
  });

  test("asks for a pause is heard, up to a day", async () => {
    const asked = async (code: number, after: string) =>
      (await send((await receiver(status(code, { "retry-after": after }))).url)).retryAfterMs;
    expect(await asked(429, "120")).toBe(120_000);
    expect(await asked(503, "999999999")).toBe(86_400_000);
    const until = new Date(Date.now() + 60_000).toUTCString();
    expect(await asked(503, until)).toBeGreaterThan(55_000);
    expect(await asked(500, "120")).toBeNull();
    expect(await asked(429, "soon")).toBeNull();
  });
});

/** Ways to write an address that is not public; 127.0.0.1 where it can be reached. */
const HOSTILE = [
  "127.0.0.1",
  "127.1",
  "0177.0.0.1",
  "0x7f.0.0.1",
  "2130706433",
  "localhost",
  "0.0.0.0",
  "169.254.169.254",
  "10.0.0.1",
  "172.16.0.1",
  "192.168.0.1",
  "100.64.0.1",
  "224.0.0.1",
  "[::1]",
  "[::ffff:127.0.0.1]",
  "[64:ff9b::7f00:1]",
  "[2002:7f00:1::1]",
  "[fd00::1]",
];

describe("no address inside is reached", () => {
  test.each(HOSTILE)("written as %s", async (host) => {
    const { url, received } = await receiver(status(204));
    const { port } = new URL(url);
    const outcome = await send(`http://${host}:${port}/hooks`, { allowPrivate: false });
    expect(outcome).toMatchObject({ status: null, error: "address_blocked" });
    expect(received).toEqual([]);
  });

  /** Resolves to these addresses, one list after the other. */
  const resolving = (...answers: LookupAddress[][]): Lookup => {
    const left = [...answers];
    return (_, __, done) => done(null, left.shift() ?? answers.at(-1) ?? []);
  };
  const PRIVATE = { address: "127.0.0.1", family: 4 };
  const PUBLIC = { address: "203.0.113.1", family: 4 };

  test("by a name that leads there, also beside a public address", async () => {
    const { url, received } = await receiver(status(204));
    const named = url.replace("127.0.0.1", "hooks.example");
    const mapped = { address: "::ffff:127.0.0.1", family: 6 };
    for (const addresses of [[PRIVATE], [PUBLIC, PRIVATE], [mapped]]) {
      const lookup = resolving(addresses);
      expect(await send(named, { allowPrivate: false, lookup })).toMatchObject({
        error: "address_blocked",
      });
    }
    expect(received).toEqual([]);
  });

  test("by a name that leads elsewhere a moment later", async () => {
    const { url, received } = await receiver(status(204));
    let asked = 0;
    // Public for whoever looks it up to check it, and inside for whoever looks it up to connect.
    const lookup: Lookup = (_, __, done) => done(null, asked++ === 0 ? [PUBLIC] : [PRIVATE]);
    const named = url.replace("127.0.0.1", "rebinding.example");
    const outcome = await send(named, { allowPrivate: false, lookup });
    expect(isSuccess(outcome)).toBe(false);
    // The addresses that were checked are those that are connected to.
    expect(asked).toBe(1);
    expect(received).toEqual([]);
  });

  test.each(["8.8.8.8", "2606:4700:4700::1111", "::ffff:8.8.8.8"])("%s is public", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  test.each(["", "example.com", "fe80::1%eth0", "::", "255.255.255.255", "198.18.0.1"])(
    "%j is not",
    (address) => {
      expect(isPublicAddress(address)).toBe(false);
    },
  );
});

test("settings of the environment for proxies are not looked at", async () => {
  const proxy = await receiver(status(204));
  const { url, received } = await receiver(status(204));
  const names = ["http_proxy", "HTTP_PROXY", "NODE_USE_ENV_PROXY"] as const;
  const before = names.map((name) => process.env[name]);
  for (const name of names) process.env[name] = name === "NODE_USE_ENV_PROXY" ? "1" : proxy.url;
  try {
    expect(isSuccess(await send(url))).toBe(true);
  } finally {
    names.forEach((name, index) => {
      const value = before[index];
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    });
  }
  expect(received).toHaveLength(1);
  expect(proxy.received).toEqual([]);
});
