import { newId } from "@tms/kit/values/ids";
import { Mode, type Game } from "@tms/proto/tms/game/v1/game";
import { Role } from "@tms/proto/tms/game/v1/member";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startGateway, type TestGateway } from "../support/gateway.ts";
import { signedIn, type TestPerson } from "../support/person.ts";

let gateway: TestGateway;
let live: Game;
let key: Record<string, string>;
let developer: TestPerson["send"];
beforeAll(async () => void (gateway = await startGateway()));
afterAll(() => gateway.close());
beforeEach(async () => {
  const added = gateway.fakes.games.add({ mode: Mode.LIVE });
  live = added.game;
  key = { "x-api-key": added.key };
  const person = await signedIn(gateway);
  gateway.fakes.members.add(person.userId, live, Role.DEVELOPER);
  developer = person.in(live.id);
});

const URL = "https://example.com/hooks";
const created = async (body: object = {}) =>
  (await gateway.send("POST", "/webhook/create", { url: URL, ...body }, key)).body;
const ofEndpoint = async (suffix = "") => `/webhook/${(await created()).endpoint.id}${suffix}`;

describe("an endpoint", () => {
  test("is created by a key; its secret is shown once", async () => {
    const headers = { ...key, "idempotency-key": newId() };
    const body = { url: URL, events: ["entry.*"], description: "ours" };
    const first = await gateway.send("POST", "/webhook/create", body, headers);
    expect(first.status).toBe(201);
    expect(first.body).toMatchObject({
      message: "Endpoint created successfully",
      endpoint: { ...body, enabled: true, state: "active", disabledReason: null },
      secret: expect.stringMatching(/^whsec_/),
    });
    const repeat = await gateway.send("POST", "/webhook/create", body, headers);
    expect([repeat.status, repeat.body.secret]).toEqual([201, null]);
    expect(repeat.body.endpoint.id).toBe(first.body.endpoint.id);
    expect(repeat.headers.has("idempotency-replayed")).toBe(false);
    const { endpoints } = (await gateway.send("GET", "/webhook", undefined, key)).body;
    expect(endpoints).toEqual([first.body.endpoint]);
  });

  test("belongs to a test environment where its key does", async () => {
    await created();
    const other = gateway.fakes.games.add({ mode: Mode.TEST });
    await gateway.send("POST", "/webhook/create", { url: URL }, { "x-api-key": other.key });
    const asked = gateway.fakes.calls.filter(({ rpc }) => rpc === "CreateEndpoint").slice(-2);
    expect(asked.map(({ request }) => request["test"])).toEqual([false, true]);
  });

  test.each([
    ["an address that is refused", { url: "http://example.com" }, "endpoint_url_refused", "/url"],
    ["no address", { url: "" }, "invalid_argument", "/url"],
    ["no types of events", { events: [] }, "invalid_argument", "/events"],
    ["a type twice", { events: ["*", "*"] }, "invalid_argument", "/events"],
    ["what is no type", { events: ["Entry"] }, "invalid_argument", "/events/0"],
  ])("is refused with %s", async (_, part, code, pointer) => {
    const { status, body } = await gateway.send(
      "POST",
      "/webhook/create",
      { url: URL, ...part },
      key,
    );
    expect([status, body.code, body.errors.map((one) => one.pointer)]).toEqual([
      400,
      code,
      [pointer],
    ]);
  });

  test("is read with how it did within a day, changed, paused and removed", async () => {
    const path = await ofEndpoint();
    const read = await gateway.send("GET", path, undefined, key);
    expect(read.body).toMatchObject({ endpoint: { url: URL }, lastDay: { attempts: 0 } });
    const paused = await gateway.send("PATCH", `${path}/update`, { enabled: false }, key);
    expect(paused.body.endpoint).toMatchObject({ state: "paused", disabledReason: "by_user" });
    const retry = `${path}/deliveries/${newId()}/retry`;
    const refused = await gateway.send("POST", retry, {}, key);
    expect([refused.status, refused.body.code]).toEqual([409, "endpoint_disabled"]);
    expect((await gateway.send("PATCH", `${path}/remove`, undefined, key)).status).toBe(200);
    const gone = await gateway.send("GET", path, undefined, key);
    expect([gone.status, gone.body.code]).toEqual([404, "endpoint_not_found"]);
  });

  test.each(["no-id", newId()])("is not found as %s", async (id) => {
    const { status, body } = await gateway.send("GET", `/webhook/${id}`, undefined, key);
    expect([status, body.code]).toEqual([404, "endpoint_not_found"]);
  });
});

describe("a secret", () => {
  test("is revealed to a person, and rolled by one", async () => {
    const { endpoint, secret } = await created();
    const path = `/webhook/${endpoint.id}`;
    const revealed = await developer("GET", `${path}/secret`);
    expect(revealed.body).toEqual({ secret, previous: null, previousEndsAt: null });
    const rolled = await developer("POST", `${path}/roll`, { graceSeconds: 3_600 });
    expect(rolled.status).toBe(201);
    expect((await developer("GET", `${path}/secret`)).body).toMatchObject({
      secret: rolled.body.secret,
      previous: secret,
      previousEndsAt: expect.any(String),
    });
    const odd = await developer("POST", `${path}/roll`, { graceSeconds: 5 });
    expect([odd.status, odd.body.errors.map((one) => one.pointer)]).toEqual([
      400,
      ["/graceSeconds"],
    ]);
  });

  test("is nothing for a key", async () => {
    const path = await ofEndpoint();
    for (const [method, suffix] of [
      ["GET", "/secret"],
      ["POST", "/roll"],
    ] as const) {
      const body = method === "GET" ? undefined : {};
      const answer = await gateway.send(method, path + suffix, body, key);
      expect([answer.status, answer.body.code]).toEqual([403, "person_required"]);
    }
  });
});

describe("deliveries", () => {
  test("are listed, read with their attempts, and asked for again", async () => {
    const { endpoint } = await created();
    const delivery = gateway.fakes.endpoints.deliver(endpoint.id, "entry.joined");
    gateway.fakes.endpoints.deliver(endpoint.id, "payout.paid");
    const path = `/webhook/${endpoint.id}`;
    const list = async (query: string) =>
      (await gateway.send("GET", `${path}/deliveries${query}`, undefined, key)).body.deliveries;
    expect(await list("")).toHaveLength(2);
    expect(await list("?type=entry.joined&state=delivered")).toMatchObject([
      { event: { id: delivery.eventId, type: "entry.joined", sequence: expect.any(Number) } },
    ]);
    expect(await list("?state=failed")).toEqual([]);
    const one = `${path}/deliveries/${delivery.eventId}`;
    const read = await gateway.send("GET", one, undefined, key);
    expect(read.body).toMatchObject({
      delivery: { state: "delivered", nextAttemptAt: null },
      attempts: [{ number: 1, status: null, error: "timeout", durationMs: 15_000 }],
    });
    const ofEvent = `/event/${delivery.eventId}/deliveries`;
    const everywhere = await gateway.send("GET", ofEvent, undefined, key);
    expect(everywhere.body).toEqual({ deliveries: [read.body.delivery] });
    const nobodys = await gateway.send("GET", "/event/x/deliveries", undefined, key);
    expect([nobodys.status, nobodys.body.code]).toEqual([404, "event_not_found"]);
    const retried = await gateway.send("POST", `${one}/retry`, undefined, key);
    expect([retried.status, retried.body.delivery.state]).toEqual([202, "retrying"]);
    const unknown = await gateway.send("GET", `${path}/deliveries/x`, undefined, key);
    expect([unknown.status, unknown.body.code]).toEqual([404, "delivery_not_found"]);
  });

  test("are tried and replayed", async () => {
    const path = await ofEndpoint();
    const tried = await gateway.send("POST", `${path}/test`, undefined, key);
    expect(tried.status).toBe(200);
    expect(tried.body).toMatchObject({
      delivery: { event: { type: "webhook.test" } },
      attempts: [{ status: 204, error: null }],
    });
    const range = { afterSequence: 4, throughSequence: 9, onlyFailed: true };
    const replayed = await gateway.send("POST", `${path}/replay`, range, key);
    expect([replayed.status, replayed.body.events]).toEqual([202, expect.any(Number)]);
    const asked = gateway.fakes.calls.findLast(({ rpc }) => rpc === "ReplayEvents");
    expect(asked?.request).toMatchObject({
      afterSequence: 4n,
      throughSequence: 9n,
      onlyFailed: true,
    });
    const empty = await gateway.send("POST", `${path}/replay`, {}, key);
    expect([empty.status, empty.body.code]).toEqual([400, "invalid_argument"]);
  });
});
