import { parseActor, SYSTEM, type Actor } from "@tms/kit/values/actor";
import { newId } from "@tms/kit/values/ids";
import { Role } from "@tms/proto/tms/game/v1/member";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { newTournament, startGateway, type TestGateway } from "../support/gateway.ts";
import { signedIn } from "../support/person.ts";

interface Caller {
  actor: Actor;
  headers: Record<string, string>;
}

let gateway: TestGateway;
let callers: Caller[];

beforeAll(async () => {
  gateway = await startGateway();
  const person = await signedIn(gateway);
  gateway.fakes.members.add(person.userId, gateway.game, Role.OWNER);
  const keys = [gateway.fakes.games.addKey(gateway.game), gateway.fakes.games.addKey(gateway.game)];
  callers = [
    ...(await Promise.all(keys.map(async (key) => await callerOf({ "x-api-key": key })))),
    await callerOf({ ...person.headers, "x-game-id": gateway.game.id }),
  ];
});
afterAll(() => gateway?.close());

/** Who a credential is, as the request log says, which never hears of services. */
async function callerOf(headers: Record<string, string>): Promise<Caller> {
  const requestId = newId();
  const body = JSON.stringify({ gamer: "nobody", gamers: ["nobody"] });
  const named = { ...headers, "content-type": "application/json", "x-request-id": requestId };
  await gateway.raw("PATCH", `/tournament/${newId()}/eliminate`, body, named);
  const { type, id }: { type: string; id: string } = await vi.waitFor(async () => {
    const found = await gateway.raw("GET", `/request/${requestId}`, undefined, headers);
    if (found.status !== 200) throw new Error("the request is not in the log yet");
    return found.body.request.caller;
  }, 30_000);
  const actor = parseActor(`${type}:${id}`);
  if (actor === undefined) throw new Error(`the request log names ${type} as a caller`);
  return { actor, headers };
}

async function ask(
  { headers }: Caller,
  method: string,
  path: string,
  body: object,
  status: number,
): Promise<string> {
  const requestId = newId();
  const named = { ...headers, "content-type": "application/json", "x-request-id": requestId };
  const answer = await gateway.raw(method, path, JSON.stringify(body), named);
  expect(answer.status).toBe(status);
  return requestId;
}

async function published(): Promise<string> {
  const made = await gateway.send("POST", "/tournament/create", newTournament(gateway.game));
  const { id } = made.body.tournament as { id: string };
  await gateway.send("PATCH", `/tournament/${id}/publish`, {});
  return id;
}

/** The calls of an RPC that arrived since the last look. */
function arrived(rpc: string) {
  const calls = gateway.fakes.calls.filter((call) => call.rpc === rpc);
  gateway.fakes.calls.length = 0;
  return calls;
}

test("a caller is known by its credential", () => {
  expect(callers.map(({ actor }) => actor.type)).toEqual(["api_key", "api_key", "user"]);
  expect(new Set(callers.map(({ actor }) => actor.id)).size).toBe(3);
});

test("joins of two keys and a person travel together, each with its own actor and request id", async () => {
  const id = await published();
  gateway.fakes.calls.length = 0;
  // The first two leave at once; what comes meanwhile is gathered.
  const held = Promise.withResolvers<void>();
  gateway.fakes.before = (rpc) => (rpc === "BatchJoin" ? held.promise : undefined);
  const expected = new Map<string, object>();
  const joins = Array.from({ length: 30 }, async (_, n) => {
    const caller = callers[n % 3];
    if (caller === undefined) throw new Error("there are three callers");
    const gamer = `gamer ${n}`;
    const requestId = await ask(caller, "POST", `/tournament/${id}/join`, { gamer }, 201);
    expected.set(gamer, { actor: `${caller.actor.type}:${caller.actor.id}`, requestId });
  });
  await expect
    .poll(() => gateway.fakes.calls.filter(({ rpc }) => rpc === "BatchJoin").length)
    .toBe(2);
  // Whatever was sent before a later request was answered waits by now.
  for (const { headers } of callers) await gateway.raw("GET", "/tournament", undefined, headers);
  held.resolve();
  await Promise.all(joins);
  gateway.fakes.before = () => undefined;

  const calls = arrived("BatchJoin");
  expect(calls.length).toBeLessThan(30);
  const items = calls.flatMap(
    ({ request }) => request["joins"] as { handle: string; origin: object }[],
  );
  expect(items).toHaveLength(30);
  for (const { handle, origin } of items) expect(origin).toMatchObject(expected.get(handle) ?? {});
  // A batch belongs to nobody.
  for (const { origin } of calls) expect(origin).toEqual({ actor: SYSTEM, requestId: null });
});

test("deposits and eliminations at once carry who makes each of them", async () => {
  const id = await published();
  for (const n of callers.keys())
    await gateway.send("POST", `/tournament/${id}/join`, { gamer: `out ${n}` });
  gateway.fakes.calls.length = 0;
  const asked = await Promise.all(
    callers.map(async (caller, n) => [
      await ask(caller, "PATCH", `/tournament/${id}/eliminate`, { gamer: `out ${n}` }, 200),
      await ask(caller, "POST", `/wallet/in ${n}/deposit`, { amount: 5 }, 201),
    ]),
  );
  const { calls } = gateway.fakes;
  const originsOf = (rpc: string) =>
    calls.filter((call) => call.rpc === rpc).map(({ origin }) => origin);
  const expected = (which: number) =>
    callers.map(({ actor }, n) => ({ actor, requestId: asked[n]?.[which] }));
  expect(originsOf("Eliminate")).toEqual(expect.arrayContaining(expected(0)));
  expect(originsOf("BatchTransfer")).toEqual(expect.arrayContaining(expected(1)));
  expect(originsOf("BatchTransfer")).toHaveLength(callers.length);
});

test("a caller cannot name another actor", async () => {
  const [key] = callers;
  if (key === undefined) throw new Error("there are three callers");
  const id = await published();
  await gateway.send("POST", `/tournament/${id}/join`, { gamer: "ada" });
  gateway.fakes.calls.length = 0;
  const posing = { ...key, headers: { ...key.headers, "tms-actor": `user:${newId()}` } };
  await ask(posing, "PATCH", `/tournament/${id}/eliminate`, { gamer: "ada" }, 200);
  expect(arrived("Eliminate").map(({ origin }) => origin.actor)).toEqual([key.actor]);
});

test("whoever signs up is nobody yet", async () => {
  gateway.fakes.calls.length = 0;
  const body = { name: "Ada", email: "ada@example.com", password: "violet-lamp-otter-91" };
  const requestId = await ask({ actor: SYSTEM, headers: {} }, "POST", "/auth/sign-up", body, 202);
  expect(arrived("SignUp").map(({ origin }) => origin)).toEqual([{ actor: SYSTEM, requestId }]);
});
