import type { Api } from "../harness/api.ts";
import { joined } from "../harness/gamers.ts";
import { sendRaw } from "../harness/raw-http.ts";
import { published } from "../harness/tournament.ts";
import { describe, expect, test } from "../world/test.ts";

// 256 characters that come to 64 in NFC, the most that a handle can have of either.
const LONG = "\u1f82".repeat(64);
const SPELLED_LONG = LONG.normalize("NFD");
const INVALID = [".", "..", "a\nb", "x".repeat(65), "\u0958".repeat(33), "e".padEnd(257, "\u0301")];

describe("a gamer", () => {
  test("is created once and found, percent-encoded", async ({ api }) => {
    const create = () => api.post("/gamer/create", { handle: "a/b ü" });
    const [first, second] = [await create(), await create()];
    expect([first.status, second.status]).toEqual([201, 200]);
    const read = await api.get(`/gamer/${encodeURIComponent("a/b ü")}`);
    expect(read.body.gamer).toEqual(second.body.gamer);
  });

  test("is listed by the beginning of the handle", async ({ api }) => {
    for (const handle of ["Jörg", "Jöran", "Jorg"]) await api.post("/gamer/create", { handle });
    const all = await api.get("/gamer?handle=J&limit=10");
    expect(all.body.gamers.map(({ handle }) => handle)).toEqual(["Jorg", "Jöran", "Jörg"]);
    expect(all.body.nextCursor).toBeNull();
    const spelled = await api.get(`/gamer?handle=${encodeURIComponent("Jo\u0308")}`);
    expect(spelled.body.gamers.map(({ handle }) => handle)).toEqual(["Jöran", "Jörg"]);
    for (const query of ["handle=", `handle=${"x".repeat(257)}`, "handle=%00", "limit=1001"]) {
      const { status, body } = await api.get(`/gamer?${query}`);
      expect([query, status, body.code]).toEqual([query, 400, "invalid_argument"]);
    }
  });
});

interface Outcome {
  status: number;
  pointer: string;
}

/** Sends a path as it is written. A client for URLs removes `/./`, encoded or not. */
async function sendPath(
  url: string,
  api: Api,
  method: string,
  path: string,
  body?: object,
): Promise<Outcome> {
  const content = body === undefined ? "" : JSON.stringify(body);
  const head = [
    `${method} ${path} HTTP/1.1`,
    "host: localhost",
    `x-api-key: ${api.apiKey}`,
    "connection: close",
    `content-length: ${content.length}`,
    ...(body === undefined ? [] : ["content-type: application/json"]),
  ];
  const answer = await sendRaw(url, `${head.join("\r\n")}\r\n\r\n${content}`);
  const [, text = "{}"] = answer.split("\r\n\r\n", 2);
  const { errors = [] } = JSON.parse(text) as { errors?: { pointer: string }[] };
  return { status: Number(answer.split(" ")[1]), pointer: errors[0]?.pointer ?? "" };
}

const inPath = (handle: string) => encodeURIComponent(handle).replaceAll(".", "%2E");

/** The places of a handle in a body: the request, and the pointer to the handle. */
const BODIES: [
  method: "post" | "patch",
  path: string,
  body: (handle: string) => object,
  pointer: string,
][] = [
  ["post", "/tournament/ID/join", (gamer) => ({ gamer }), "/gamer"],
  ["patch", "/tournament/ID/eliminate", (gamer) => ({ gamer }), "/gamer"],
  ["patch", "/tournament/ID/eliminate", (gamer) => ({ gamers: ["ada", gamer] }), "/gamers/1"],
  [
    "patch",
    "/tournament/ID/complete",
    (gamer) => ({ ranks: [{ gamer, rank: 1 }] }),
    "/ranks/0/gamer",
  ],
  ["post", "/gamer/create", (handle) => ({ handle }), "/handle"],
];

describe("a handle", () => {
  test.for(BODIES)(
    "is validated in the body of %s %s",
    async ([method, path, body, pointer], { api }) => {
      const tournament = await published(api);
      await joined(api, tournament, "ada", LONG);
      const target = path.replace("/tournament/ID", tournament);
      for (const handle of INVALID) {
        const answer = await api[method](target, body(handle));
        expect([handle, answer.status, answer.body.errors[0]?.pointer]).toEqual([
          handle,
          400,
          pointer,
        ]);
      }
      expect((await api[method](target, body(SPELLED_LONG))).status).not.toBe(400);
    },
  );

  test.for([
    ["GET", "/gamer/HANDLE"],
    ["GET", "/wallet/HANDLE/transactions"],
    ["POST", "/wallet/HANDLE/deposit", { amount: 1 }],
  ] as const)("is validated in the path %s %s", async ([method, path, body], { api, live }) => {
    const send = (handle: string) =>
      sendPath(live.gateway.url, api, method, path.replace("HANDLE", inPath(handle)), body);
    const refused = { status: 400, pointer: "/path/handle" };
    for (const handle of INVALID) expect([handle, await send(handle)]).toEqual([handle, refused]);
    expect((await send(SPELLED_LONG)).status).not.toBe(400);
  });

  test.for([".", "..", "%2e"])(
    "is not %s in a path as it is written",
    async (dots, { api, live }) => {
      await api.post("/wallet/transactions/deposit", { amount: 1 });
      expect(await sendPath(live.gateway.url, api, "GET", `/wallet/${dots}/transactions`)).toEqual({
        status: 400,
        pointer: "/path/handle",
      });
    },
  );
});
