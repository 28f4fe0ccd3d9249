import { lookup as lookUpInSystem } from "node:dns/promises";
import { newId } from "@tms/kit/values/ids";
import { describe, expect, test as base } from "../../../test/world/test.ts";
import { createLookup, isPublicAddress, type Lookup } from "../src/sending/addresses.ts";
import { createSender, isSuccess, type Outcome, type SenderOptions } from "../src/sending/send.ts";
import { startNameserver, type Answered, type Nameserver } from "./nameserver.ts";
import { hanging, startReceiver, status, type Answer, type Receiver } from "./receiver.ts";

const MESSAGE = { eventId: newId(), body: '{"sequence":1}' };
const SECRETS = [Buffer.from("secret")];
const PUBLIC_ADDRESS = "8.8.8.8";
// Many times as many as would hold all threads. Twice as many queries fit into a socket's buffer.
const SILENT = 100;

/** Sends early hints for as long as they are read. */
const sendHints: Answer = (reply) => {
  const more = () => {
    if (!reply.destroyed)
      reply.writeEarlyHints({ link: "</a.css>; rel=preload" }, () => setImmediate(more));
  };
  more();
};

interface NameOptions {
  allowPrivate?: boolean;
  host?: string;
}

/**
 * Tests of the sender.
 *
 * - `receive`: starts a receiver.
 * - `send`: sends once, with a limit that a test can wait for.
 * - `openNames`: starts a receiver, and a sender that knows names by its own nameserver. A name may have
 *   other addresses of one type: "hooks.example AAAA".
 */
const test = base
  .extend("opened", async ({}, { onCleanup }) => {
    const opened: { close(): Promise<void> }[] = [];
    onCleanup(async () => {
      for (const one of opened.toReversed()) await one.close();
    });
    return opened;
  })
  .extend("receive", ({ opened }) => async (answer: Answer): Promise<Receiver> => {
    const receiver = await startReceiver(answer);
    opened.push(receiver);
    return receiver;
  })
  .extend("send", ({ opened }) => async (url: string, options: Partial<SenderOptions> = {}) => {
    const sender = createSender({ allowPrivate: true, limitMs: 500, ...options });
    opened.push(sender);
    return await sender.send(url, MESSAGE, SECRETS);
  })
  .extend(
    "openNames",
    ({ opened }) =>
      async (
        names: Readonly<Record<string, Answered>>,
        { allowPrivate = true, host = "127.0.0.1" }: NameOptions = {},
      ) => {
        const receiver = await startReceiver(status(204), host);
        const nameserver: Nameserver = await startNameserver((name, type) =>
          name.endsWith(".silent.example") ? "silence" : (names[`${name} ${type}`] ?? names[name]),
        );
        const failedLookups: (string | undefined)[] = [];
        const lookUp = createLookup([nameserver.address]);
        const lookup: Lookup = (hostname, options, done) =>
          lookUp(hostname, options, (error, addresses) => {
            if (error !== null) failedLookups.push(error.code);
            done(error, addresses);
          });
        const sender = createSender({ allowPrivate, lookup });
        opened.push(receiver, nameserver, sender);
        const { port } = new URL(receiver.url);
        const sendTo = (name: string): Promise<Outcome> =>
          sender.send(`http://${name}:${port}/hooks`, MESSAGE, SECRETS);
        return { receiver, nameserver, failedLookups, sendTo };
      },
  );

describe("a receiver that", () => {
  test.for([200, 201, 204, 299])("answers %i has the event", async (code, { receive, send }) => {
    const { url } = await receive(status(code));
    const outcome = await send(url);
    expect(isSuccess(outcome)).toBe(true);
    expect(outcome).toMatchObject({ status: code, error: null });
  });

  test.for([400, 401, 410, 429, 500, 503])(
    "answers %i has failed",
    async (code, { receive, send }) => {
      const { url } = await receive(status(code));
      const outcome = await send(url);
      expect(isSuccess(outcome)).toBe(false);
      expect(outcome).toMatchObject({ status: code, error: null });
    },
  );

  test.for([301, 302, 303, 307, 308])(
    "redirects with %i has failed, and is not followed",
    async (code, { receive, send }) => {
      const elsewhere = await receive(status(204));
      const { url } = await receive(status(code, { location: elsewhere.url }));
      expect(await send(url)).toMatchObject({ status: code, error: "redirect" });
      expect(elsewhere.received).toEqual([]);
    },
  );

  test("hangs is given up in time", async ({ receive, send }) => {
    const { url } = await receive(hanging);
    const outcome = await send(url);
    expect(outcome).toMatchObject({ status: null, error: "timeout" });
  });

  test("trickles is given up in time, though it never pauses", async ({ receive, send }) => {
    const timers: NodeJS.Timeout[] = [];
    const { url } = await receive((reply) => {
      reply.writeHead(200);
      timers.push(setInterval(() => reply.write("x"), 50));
    });
    const outcome = await send(url);
    timers.forEach(clearInterval);
    expect(outcome).toMatchObject({ status: 200, error: "timeout" });
    expect(isSuccess(outcome)).toBe(false);
  });

  test("answers more than 64 KiB has failed, and is not read on", async ({ receive, send }) => {
    let wrote = 0;
    const { url } = await receive((reply) => {
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

  test.for<[string, Answer, number | null]>([
    ["early hints without end", sendHints, null],
    ["17 KiB of headers", status(204, { "x-long": "x".repeat(17_000) }), null],
    [
      "a chunk extension of 17 KiB",
      ({ socket }) => {
        const head = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";
        socket?.write(`${head}1;${"x".repeat(17_000)}`);
      },
      200,
    ],
  ])("sends %s has failed, and is not read on", async ([, answer, code], { receive, send }) => {
    const { url } = await receive(answer);
    expect(await send(url, { limitMs: 30_000 })).toMatchObject({
      status: code,
      error: "too_large",
    });
  });

  test("answers at length is kept by a KiB, without credentials", async ({ receive, send }) => {
    const { url } = await receive((reply) =>
      reply.writeHead(500).end(`whsec_${"A".repeat(43)}= \0 ${"é".repeat(2_000)}`),
    );
    const { answer } = await send(url);
    expect(answer.length).toBeLessThanOrEqual(1_024);
    expect(answer).not.toMatch(/whsec_A|\0/);
    expect(answer).toContain("éé");
  });

  test("closes, switches protocols or is gone is refused", async ({ receive, send }) => {
    const head = "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n";
    const answers: Answer[] = [(reply) => reply.destroy(), ({ socket }) => socket?.write(head)];
    for (const answer of answers) {
      const { url } = await receive(answer);
      expect(await send(url)).toMatchObject({ status: null, error: "refused" });
    }
    const gone = await startReceiver();
    await gone.close();
    expect(await send(gone.url)).toMatchObject({ status: null, error: "refused" });
  });

  test("does not speak TLS where it should has failed", async ({ receive, send }) => {
    const { url } = await receive(status(204));
    const outcome = await send(url.replace("http:", "https:"));
    expect(outcome).toMatchObject({ status: null, error: "tls" });
  });

  test("has an unknown name has failed", async ({ send }) => {
    const lookup: Lookup = (_, __, done) =>
      done(Object.assign(new Error("no such name"), { code: "ENOTFOUND" }), []);
    expect(await send("http://nowhere.example/", { lookup })).toMatchObject({ error: "dns" });
  });

  test("asks for a pause gets it, up to a day", async ({ receive, send }) => {
    const asked = async (code: number, after: string) =>
      (await send((await receive(status(code, { "retry-after": after }))).url)).retryAfterMs;
    expect(await asked(429, "120")).toBe(120_000);
    expect(await asked(503, "999999999")).toBe(86_400_000);
    const until = new Date(Date.now() + 60_000).toUTCString();
    expect(await asked(503, until)).toBeGreaterThan(55_000);
    expect(await asked(500, "120")).toBeNull();
    expect(await asked(429, "soon")).toBeNull();
  });
});

describe("a request over a kept connection", () => {
  /** Answers the first request of a connection, and ends the connection after a part of the next answer. */
  const endSecond = (part: string): Answer => {
    const used = new Set<unknown>();
    return (reply) => {
      const { socket } = reply;
      if (!used.has(socket)) return void reply.writeHead(204).end(() => used.add(socket));
      socket?.write(part);
      socket?.end();
    };
  };

  test.for([
    ["is sent again if the receiver closed the connection", "", true],
    ["has failed if an answer had begun", "HTTP/1.1 204", false],
  ] as const)("%s", async ([, part, succeeds], { opened, receive }) => {
    const { url, received } = await receive(endSecond(part));
    const sender = createSender({ allowPrivate: true });
    opened.push(sender);
    expect(isSuccess(await sender.send(url, MESSAGE, SECRETS))).toBe(true);
    expect(isSuccess(await sender.send(url, MESSAGE, SECRETS))).toBe(succeeds);
    expect(received).toHaveLength(succeeds ? 3 : 2);
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
  "[::127.0.0.1]",
  "[::a00:1]",
  "[::ffff:127.0.0.1]",
  "[::ffff:0:7f00:1]",
  "[64:ff9b::7f00:1]",
  "[64:ff9b:1::7f00:1]",
  "[2002:7f00:1::1]",
  "[2001:0:7f00:1::1]",
  "[fd00::1]",
];

describe("no address inside is reached", () => {
  test.for(HOSTILE)("written as %s", async (host, { receive, send }) => {
    const { url, received } = await receive(status(204));
    const { port } = new URL(url);
    const outcome = await send(`http://${host}:${port}/hooks`, { allowPrivate: false });
    expect(outcome).toMatchObject({ status: null, error: "address_blocked" });
    expect(received).toEqual([]);
  });

  const PRIVATE = { address: "127.0.0.1", family: 4 };
  const PUBLIC = { address: "203.0.113.1", family: 4 };

  test("by a name that leads elsewhere a moment later", async ({ receive, send }) => {
    const { url, received } = await receive(status(204));
    let asked = 0;
    // The name has a public address for a check, and an internal one for a later connection.
    const lookup: Lookup = (_, __, done) => done(null, asked++ === 0 ? [PUBLIC] : [PRIVATE]);
    const named = url.replace("127.0.0.1", "rebinding.example");
    const outcome = await send(named, { allowPrivate: false, lookup });
    expect(isSuccess(outcome)).toBe(false);
    // The addresses that were checked are those that are connected to.
    expect(asked).toBe(1);
    expect(received).toEqual([]);
  });

  test.for(["8.8.8.8", "2606:4700:4700::1111", "::ffff:8.8.8.8"])("%s is public", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  test.for([
    "",
    "example.com",
    "fe80::1%eth0",
    "::",
    "::8.8.8.8",
    "::808:808",
    "64:ff9b::8.8.8.8",
    "2002:808:808::1",
    "255.255.255.255",
    "198.18.0.1",
  ])("%j is not", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

test("ignores the environment's settings for proxies", async ({ receive, send }) => {
  const proxy = await receive(status(204));
  const { url, received } = await receive(status(204));
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

describe("a nameserver that never answers", () => {
  test("delays no other delivery, and no other lookup of the process", async ({ openNames }) => {
    const { nameserver, sendTo } = await openNames({ "hooks.example": ["127.0.0.1"] });
    const held = Array.from({ length: SILENT }, (_, index) => sendTo(`n${index}.silent.example`));
    await expect.poll(() => new Set(nameserver.asked).size).toBe(SILENT);
    let isOver = false;
    const all = Promise.all(held).then((outcomes) => {
      isOver = true;
      return outcomes;
    });
    expect(isSuccess(await sendTo("hooks.example"))).toBe(true);
    // This is how connections to Postgres and to other services find their way. A small system may not know
    // the name, but it answers.
    await lookUpInSystem("localhost").catch(() => undefined);
    expect(isOver).toBe(false);
    for (const { error } of await all) expect(error).toBe("timeout");
  });

  test("is given up before the connection is", async ({ openNames }) => {
    const { sendTo, failedLookups } = await openNames({});
    expect(await sendTo("one.silent.example")).toMatchObject({ error: "timeout" });
    expect(failedLookups).toEqual(["ETIMEDOUT"]);
  });

  test("for one type of addresses leaves the other usable", async ({ openNames }) => {
    const { sendTo } = await openNames({
      "hooks.example": ["127.0.0.1"],
      "hooks.example AAAA": "silence",
    });
    expect(isSuccess(await sendTo("hooks.example"))).toBe(true);
  });
});

describe("a name", () => {
  test("is looked up once for many requests at the same time", async ({ openNames }) => {
    const { nameserver, sendTo } = await openNames({ "hooks.example": ["127.0.0.1"] });
    await Promise.all(Array.from({ length: 8 }, () => sendTo("hooks.example")));
    // For an IPv4 address and for an IPv6 one.
    expect(nameserver.asked).toEqual(["hooks.example", "hooks.example"]);
  });

  test.for(["127.0.0.1", "::1"])("with %s alone is delivered to", async (host, { openNames }) => {
    const { receiver, sendTo } = await openNames({ "hooks.example": [host] }, { host });
    expect(isSuccess(await sendTo("hooks.example"))).toBe(true);
    expect(receiver.received).toHaveLength(1);
  });

  test("with an unreachable address is delivered to by its other one", async ({ openNames }) => {
    const { sendTo } = await openNames({ "hooks.example": ["127.0.0.1", "::1"] }, { host: "::1" });
    expect(isSuccess(await sendTo("hooks.example"))).toBe(true);
  });

  test.for<[string, Answered | undefined]>([
    ["unknown.example", undefined],
    ["empty.example", []],
    ["failing.example", "servfail"],
  ])("like %s has no address", async ([name, answer], { openNames }) => {
    const { sendTo } = await openNames(answer === undefined ? {} : { [name]: answer });
    expect(await sendTo(name)).toMatchObject({ status: null, error: "dns" });
  });
});

describe("one address that is not public is enough to refuse", () => {
  test.for([
    "127.0.0.1",
    `${PUBLIC_ADDRESS} 10.0.0.1`,
    `${PUBLIC_ADDRESS} 127.0.0.1`,
    `${PUBLIC_ADDRESS} ::1`,
    `${PUBLIC_ADDRESS} fd00::1`,
    "2606:4700:4700::1111 127.0.0.1",
    "::ffff:127.0.0.1",
  ])("%s", async (addresses, { openNames }) => {
    const { receiver, sendTo } = await openNames(
      { "hooks.example": addresses.split(" ") },
      { allowPrivate: false },
    );
    expect(await sendTo("hooks.example")).toMatchObject({ status: null, error: "address_blocked" });
    expect(receiver.received).toEqual([]);
  });

  test.for(["localhost", "localhost.", "some.localhost"])(
    "%s, without asking a nameserver",
    async (name, { openNames }) => {
      const { nameserver, sendTo } = await openNames(
        { [name]: [PUBLIC_ADDRESS] },
        { allowPrivate: false },
      );
      expect(await sendTo(name)).toMatchObject({ error: "address_blocked" });
      expect(nameserver.asked).toEqual([]);
    },
  );
});
