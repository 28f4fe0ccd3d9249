import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { makeFixture, type Fixture } from "../fixture.ts";
import type { Answer } from "../harness/api.ts";
import { nameOf, OPERATIONS, type Request } from "../operations.ts";
import { expect, test } from "../world/test.ts";

// `TMS_ANSWERS=FILE pnpm test test/api/answers` records the answers of all operations, the OpenAPI
// document and the bodies of events in a new file, or compares them with the file that exists.
const file = process.env["TMS_ANSWERS"] ?? "";

const VARYING: [RegExp, string][] = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "<id>"],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, "<time>"],
  [/127\.0\.0\.1:\d+/g, "<address>"],
  [/\b(tms_(live|test)|whsec|hook)_[\w+/=-]+/g, "<secret>"],
];
/** Members whose values differ in every recording. */
const OPAQUE =
  /^(secret|hint|cursor|nextCursor|previousCursor|accessToken|signUpToken|refreshToken|deviceCode|userCode|verificationUri\w*|email|token|n|kid|x|handle|gamerHandle|durationMs|sequence|lastSequence|userAgent|lastUsedAddress|address|digest|text)$/;

/** Returns JSON without what differs in every recording. Equal items of a list are listed once. */
function toComparable(value: unknown, key = ""): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => JSON.stringify(toComparable(item)));
    return [...new Set(items)].toSorted().map((item) => JSON.parse(item) as unknown);
  }
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).map(([name, one]) => [name, toComparable(one, name)]);
    return Object.fromEntries(entries);
  }
  if (OPAQUE.test(key) && value !== null) return `<${typeof value}>`;
  if (typeof value !== "string") return value;
  return VARYING.reduce((text, [pattern, name]) => text.replaceAll(pattern, name), value);
}

/** Returns the names of members at any depth. */
const toNames = (value: unknown): unknown =>
  Array.isArray(value)
    ? toComparable(value.map(toNames))
    : typeof value === "object" && value !== null
      ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, toNames(one)]))
      : "";

/** Operations whose answers depend on what was sent before, and when. */
const BY_TIME = /Webhook|Deliver|Request|Event|Timeline|Statement|Session/;

const HEADERS = /^(date|content-length|ratelimit|x-request-id|request-id|etag|server-timing)/;
const shown = ({ status, headers, body }: Answer) => ({
  status,
  headers: toComparable(Object.fromEntries([...headers].filter(([name]) => !HEADERS.test(name)))),
  body: toComparable(body),
});

/** Requests that an operation refuses, by what is wrong with them. */
const faulty = ({ method, path }: Request): Record<string, Pick<Request, "path" | "body">> =>
  method === "GET"
    ? {
        "an unknown parameter": { path: `${path}${path.includes("?") ? "&" : "?"}unexpected=1` },
        "bad values": { path: `${path.split("?")[0]}?limit=0&cursor=x&order=x&status=x&type=x` },
      }
    : {
        "an unknown member": { path, body: { unexpected: 1 } },
        "a list": { path, body: [] },
        "bad values": {
          path,
          body: { name: 1, gamer: {}, amount: "1", expiresAt: "now", scopes: ["x"], role: "x" },
        },
      };

test.runIf(file !== "")("answers as it was recorded", async ({ live }) => {
  const fixture: Fixture = await makeFixture({
    gatewayUrl: live.gateway.url,
    clients: live.clients,
  });
  const found: Record<string, unknown> = {};
  for (const operation of OPERATIONS) {
    if (operation.id === "streamEvents") continue;
    const { method, path, body, key, auth } = operation.request(fixture, "recorded");
    const options = { ...(auth && { auth }), ...(key && { headers: { "idempotency-key": key } }) };
    for (const [fault, request] of Object.entries(faulty({ method, path })))
      found[`${nameOf(operation)}, with ${fault}`] = shown(
        await fixture.api.call(
          method,
          request.path,
          request.body,
          auth === undefined ? {} : { auth },
        ),
      );
    const answer = shown(await fixture.api.call(method, path, body, options));
    if (BY_TIME.test(operation.id)) answer.body = toNames(answer.body);
    found[nameOf(operation)] = answer;
  }
  const { body } = await fixture.api.get("/event?limit=100");
  for (const event of body.events) {
    const text = JSON.stringify(event, (name, one: unknown) =>
      name === "winner" || typeof one === "number" ? "<varying>" : one,
    );
    found[`event ${event.type}`] = toComparable(JSON.parse(text));
  }
  found["openapi"] = JSON.parse((await fixture.api.get("/openapi.json")).text);
  const text = JSON.stringify(found, null, 1);
  if (!existsSync(file)) await writeFile(file, text);
  const recorded = JSON.parse(await readFile(file, "utf8")) as typeof found;
  for (const [name, answer] of Object.entries(JSON.parse(text) as typeof found))
    expect.soft(answer, name).toEqual(recorded[name]);
  expect(new Set(Object.keys(found))).toEqual(new Set(Object.keys(recorded)));
});
