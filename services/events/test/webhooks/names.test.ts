import { lookup } from "node:dns/promises";
import { afterEach, describe, expect, test } from "vitest";
import { newId } from "@tms/kit/values/ids";
import { createLookup, type Lookup } from "../../src/sending/lookup.ts";
import { createSender, isSuccess, type Outcome } from "../../src/sending/send.ts";
import { startNameserver, type Answered, type Nameserver } from "./nameserver.ts";
import { startReceiver, status, type Receiver } from "./receiver.ts";

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).toReversed()) await one.close();
});

const MESSAGE = { eventId: newId(), body: '{"sequence":1}' };
const SECRETS = [Buffer.from("secret")];
const PUBLIC = "8.8.8.8";
// Many times as many as would hold all threads. Twice as many queries fit into a socket's buffer.
const SILENT = 100;

interface Setting {
  receiver: Receiver;
  nameserver: Nameserver;
  /** How lookups failed, as soon as they did. */
  failedLookups: (string | undefined)[];
  /** Sends to the receiver's port under a name. */
  send(name: string): Promise<Outcome>;
}

/**
 * A receiver, and a sender that knows names by a nameserver of its own. What a name's addresses of one
 * type are can be said by itself: "hooks.example AAAA".
 */
async function settingOf(
  names: Readonly<Record<string, Answered>>,
  { allowPrivate = true, host = "127.0.0.1" } = {},
): Promise<Setting> {
  const receiver = await startReceiver(status(204), host);
  const nameserver = await startNameserver((name, type) =>
    name.endsWith(".silent.example") ? "silence" : (names[`${name} ${type}`] ?? names[name]),
  );
  const failedLookups: Setting["failedLookups"] = [];
  const lookUp = createLookup([nameserver.address]);
  const noting: Lookup = (hostname, options, done) =>
    lookUp(hostname, options, (error, addresses) => {
      if (error !== null) failedLookups.push(error.code);
      done(error, addresses);
    });
  const sender = createSender({ allowPrivate, lookup: noting });
  opened.push(receiver, nameserver, sender);
  const { port } = new URL(receiver.url);
  const send = (name: string): Promise<Outcome> =>
    sender.send(`http://${name}:${port}/hooks`, MESSAGE, SECRETS);
  return { receiver, nameserver, failedLookups, send };
}

describe("a nameserver that never answers", () => {
  test("holds up nobody else's delivery, nor other lookups of the process", async () => {
    const { nameserver, send } = await settingOf({ "hooks.example": ["127.0.0.1"] });
    const held = Array.from({ length: SILENT }, (_, index) => send(`n${index}.silent.example`));
    await expect.poll(() => new Set(nameserver.asked).size).toBe(SILENT);
    let isOver = false;
    const all = Promise.all(held).then((outcomes) => {
      isOver = true;
      return outcomes;
    });
    expect(isSuccess(await send("hooks.example"))).toBe(true);
    // This is how connections to Postgres and to other services find their way.
    await lookup("localhost");
    expect(isOver).toBe(false);
    for (const { error } of await all) expect(error).toBe("timeout");
  });

  test("is given up before the connection is", async () => {
    const { send, failedLookups } = await settingOf({});
    expect(await send("one.silent.example")).toMatchObject({ error: "timeout" });
    expect(failedLookups).toEqual(["ETIMEDOUT"]);
  });

  test("for one type of addresses keeps none of the other type from being used", async () => {
    const { send } = await settingOf({
      "hooks.example": ["127.0.0.1"],
      "hooks.example AAAA": "silence",
    });
    expect(isSuccess(await send("hooks.example"))).toBe(true);
  });
});

describe("a name", () => {
  test("is looked up once for many requests at the same time", async () => {
    const { nameserver, send } = await settingOf({ "hooks.example": ["127.0.0.1"] });
    await Promise.all(Array.from({ length: 8 }, () => send("hooks.example")));
    // For an IPv4 address and for an IPv6 one.
    expect(nameserver.asked).toEqual(["hooks.example", "hooks.example"]);
  });

  test("with an IPv4 address alone is delivered to", async () => {
    const { receiver, send } = await settingOf({ "hooks.example": ["127.0.0.1"] });
    expect(isSuccess(await send("hooks.example"))).toBe(true);
    expect(receiver.received).toHaveLength(1);
  });

  test("with an IPv6 address alone is delivered to", async () => {
    const { receiver, send } = await settingOf({ "hooks.example": ["::1"] }, { host: "::1" });
    expect(isSuccess(await send("hooks.example"))).toBe(true);
    expect(receiver.received).toHaveLength(1);
  });

  test("with an address where nobody listens is delivered to by its other one", async () => {
    const { send } = await settingOf({ "hooks.example": ["127.0.0.1", "::1"] }, { host: "::1" });
    expect(isSuccess(await send("hooks.example"))).toBe(true);
  });

  test.each([
    ["unknown.example", undefined],
    ["empty.example", []],
    ["failing.example", "servfail" as const],
  ])("like %s has no address", async (name, answer) => {
    const { send } = await settingOf(answer === undefined ? {} : { [name]: answer });
    expect(await send(name)).toMatchObject({ status: null, error: "dns" });
  });
});

describe("one address that is not public is enough to refuse", () => {
  test.each([
    "127.0.0.1",
    `${PUBLIC} 10.0.0.1`,
    `${PUBLIC} 127.0.0.1`,
    `${PUBLIC} ::1`,
    `${PUBLIC} fd00::1`,
    "2606:4700:4700::1111 127.0.0.1",
    "::ffff:127.0.0.1",
  ])("%s", async (addresses) => {
    const { receiver, send } = await settingOf(
      { "hooks.example": addresses.split(" ") },
      { allowPrivate: false },
    );
    expect(await send("hooks.example")).toMatchObject({ status: null, error: "address_blocked" });
    expect(receiver.received).toEqual([]);
  });

  test.each(["localhost", "localhost.", "some.localhost"])(
    "%s, without asking anybody",
    async (name) => {
      const { nameserver, send } = await settingOf({ [name]: [PUBLIC] }, { allowPrivate: false });
      expect(await send(name)).toMatchObject({ error: "address_blocked" });
      expect(nameserver.asked).toEqual([]);
    },
  );
});
