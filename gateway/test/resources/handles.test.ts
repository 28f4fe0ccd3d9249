import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newTournament, startGateway, type TestGateway } from "../support/gateway.ts";
import { sendRaw } from "../support/raw-http.ts";

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

// 256 characters that come to 64, the most there can be of either.
const LONG = "\u1f82".repeat(64);
const SPELLED_LONG = LONG.normalize("NFD");
const INVALID = [".", "..", "a\nb", "x".repeat(65), "\u0958".repeat(33), "e".padEnd(257, "\u0301")];
const inPath = (handle: string) => encodeURIComponent(handle).replaceAll(".", "%2E");

interface Answer {
  status: number;
  pointer: string;
}

/** A request as it is written: a client for URLs would take `/./` out of it, encoded or not. */
async function sendPath(method: string, path: string, body?: object): Promise<Answer> {
  const content = body === undefined ? "" : JSON.stringify(body);
  const type = body === undefined ? [] : ["content-type: application/json"];
  const head = [
    `${method} ${path} HTTP/1.1`,
    "host: localhost",
    `x-api-key: ${gateway.key}`,
    "connection: close",
    `content-length: ${content.length}`,
    ...type,
  ];
  const answer = await sendRaw(gateway.port, `${head.join("\r\n")}\r\n\r\n${content}`);
  const status = Number(answer.head.split(" ")[1]);
  const { errors = [] } = JSON.parse(answer.body) as { errors?: { pointer: string }[] };
  return { status, pointer: errors[0]?.pointer ?? "" };
}

async function sendBody(method: string, path: string, body: object): Promise<Answer> {
  const answer = await gateway.send(method, path, body);
  return { status: answer.status, pointer: answer.body.errors?.[0]?.pointer ?? "" };
}

async function tournament(): Promise<string> {
  const { body } = await gateway.send("POST", "/tournament/create", newTournament(gateway.game));
  return `/tournament/${body.tournament.id}`;
}

// Each way a handle comes in, and where it is then.
const EDGES: Record<string, { pointer: string; call: (handle: string) => Promise<Answer> }> = {
  "a join": {
    pointer: "/gamer",
    call: async (gamer) => await sendBody("POST", `${await tournament()}/join`, { gamer }),
  },
  "an elimination": {
    pointer: "/gamer",
    call: async (gamer) => await sendBody("PATCH", `${await tournament()}/eliminate`, { gamer }),
  },
  "an elimination of several": {
    pointer: "/gamers/1",
    async call(handle) {
      const path = await tournament();
      for (const gamer of ["ada", LONG]) await gateway.send("POST", `${path}/join`, { gamer });
      return await sendBody("PATCH", `${path}/eliminate`, { gamers: ["ada", handle] });
    },
  },
  "a completion": {
    pointer: "/ranks/0/gamer",
    call: async (gamer) =>
      await sendBody("PATCH", `${await tournament()}/complete`, { ranks: [{ gamer, rank: 1 }] }),
  },
  "a creation": {
    pointer: "/handle",
    call: async (handle) => await sendBody("POST", "/gamer/create", { handle }),
  },
  "the path of a gamer": {
    pointer: "/path/handle",
    call: async (handle) => await sendPath("GET", `/gamer/${inPath(handle)}`),
  },
  "the path of a wallet": {
    pointer: "/path/handle",
    call: async (handle) => await sendPath("GET", `/wallet/${inPath(handle)}`),
  },
  "the path of transactions": {
    pointer: "/path/handle",
    call: async (handle) => await sendPath("GET", `/wallet/${inPath(handle)}/transactions`),
  },
  "the path of a deposit": {
    pointer: "/path/handle",
    call: async (handle) =>
      await sendPath("POST", `/wallet/${inPath(handle)}/deposit`, { amount: 1 }),
  },
  "the path of a withdrawal": {
    pointer: "/path/handle",
    call: async (handle) =>
      await sendPath("POST", `/wallet/${inPath(handle)}/withdraw`, { amount: 1 }),
  },
};

describe.each(Object.entries(EDGES))("in %s", (_, { pointer, call }) => {
  test.each(INVALID)("the handle %j is refused by its place", async (handle) => {
    expect(await call(handle)).toEqual({ status: 400, pointer });
  });

  test("a handle may be spelled with more characters than it has", async () => {
    expect((await call(SPELLED_LONG)).status).not.toBe(400);
  });
});

test.each(["/wallet/./transactions", "/wallet/../transactions", "/wallet/%2e/transactions"])(
  "%s is nobody's",
  async (path) => {
    await gateway.send("POST", "/wallet/transactions/deposit", { amount: 1 });
    expect(await sendPath("GET", path)).toEqual({ status: 400, pointer: "/path/handle" });
  },
);

test("a handle is one gamer however it is spelled", async () => {
  const created = await gateway.send("POST", "/gamer/create", { handle: SPELLED_LONG });
  expect(created.body.gamer.handle).toBe(LONG);
  const found = await gateway.send("GET", `/gamer/${encodeURIComponent(SPELLED_LONG)}`);
  expect(found.body.gamer.id).toBe(created.body.gamer.id);
  const path = await tournament();
  await gateway.send("POST", `${path}/join`, { gamer: SPELLED_LONG });
  const again = await gateway.send("POST", `${path}/join`, { gamer: LONG });
  expect(again.body.code).toBe("gamer_already_joined");
});
