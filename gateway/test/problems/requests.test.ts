import { Code, ConnectError } from "@connectrpc/connect";
import { DomainError, invalidField } from "@tms/kit/errors/domain-error";
import { createLogger } from "@tms/kit/process/log";
import { newId } from "@tms/kit/values/ids";
import type { Api } from "../../../test/harness/api.ts";
import { expectProblem } from "../../../test/harness/problem.ts";
import { sendRaw } from "../../../test/harness/raw-http.ts";
import { created, tournamentBody } from "../../../test/harness/tournament.ts";
import { createApi } from "../../../test/world/callers.ts";
import { describe, expect, test as base } from "../../../test/world/test.ts";
import { codeOf, problemNames, slugOf } from "../../src/problems/catalogue.ts";

/** `strange` calls a gateway whose services answer with errors that its operations do not document. */
const test = base.extend(
  "strange",
  async ({ newGateway }) => await createApi(await newGateway({ documented: false })),
);

const create = (api: Api, change: object = {}) =>
  api.post("/tournament/create", tournamentBody(api, { ...change }));

describe("a request", () => {
  test.for([
    ["limit=101", "/query/limit"],
    ["limit=", "/query/limit"],
    ["limit=1&limit=2", "/query/limit"],
    ["status=open", "/query/status"],
    ["endsAfter=yesterday", "/query/endsAfter"],
    ["page=2", "/query/page"],
    [`cursor=${"x".repeat(201)}`, "/query/cursor"],
  ] as const)("with ?%s is refused", async ([query, pointer], { api }) => {
    const answer = await api.get(`/tournament?${query}`);
    expectProblem(answer, [400, "invalid_argument"]);
    expect(answer.body.errors).toMatchObject([{ pointer }]);
  });

  test("with a forged cursor or a needless query is refused", async ({ api }) => {
    const forged = await api.get("/tournament?cursor=eyJub3QiOiJvdXJzIn0");
    expectProblem(forged, [400, "invalid_page_token"]);
    expect(forged.body.errors).toMatchObject([{ pointer: "/query/cursor" }]);
    const dry = await api.post("/tournament/create?dry=1", tournamentBody(api));
    expectProblem(dry, [400, "invalid_argument"]);
  });

  test("finds no tournament of another game, nor by a text", async ({ api, newApi: other }) => {
    for (const path of [
      await created(await other()),
      ...["not-a-uuid", newId(), "..%2f..%2fetc"].map((id) => `/tournament/${id}`),
    ])
      expectProblem(await api.get(path), [404, "tournament_not_found"]);
  });

  test.for([
    ["GET", "/nope", 404, "route_not_found"],
    ["GET", "/problems/nope", 404, "route_not_found"],
    ["PUT", `/tournament/${newId()}/join`, 405, "method_not_allowed"],
    ["GET", "/gamer/%ff", 400, "bad_request"],
    ["GET", `/gamer/${"x".repeat(1_025)}`, 414, "uri_too_long"],
  ] as const)("%s %s is answered with %s", async ([method, path, status, code], { strange }) => {
    const answer = await strange.call(method, path);
    expectProblem(answer, [status, code]);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    if (path.endsWith("/join")) expect(answer.headers.get("allow")).toBe("POST");
  });

  const CLOSE = "connection: close\r\n\r\n";
  test.for([
    ["QUERY", "/gamer/create", "POST"],
    ["DELETE", "/tournament/create", "POST"],
    ["OPTIONS", "/wallet/ada", "GET, HEAD"],
    ["DELETE", "/gamer/ada", "GET, HEAD"],
  ])(
    "%s %s is answered with the methods of that operation",
    async ([method, path, allow], { live }) => {
      const bytes = `${method} ${path} HTTP/1.1\r\nhost: x\r\n${CLOSE}`;
      const text = await sendRaw(live.gateway.url, bytes);
      expect(text).toContain("HTTP/1.1 405 ");
      expect(text.toLowerCase()).toContain(`\r\nallow: ${allow?.toLowerCase()}\r\n`);
      expect(text).toContain('"code":"method_not_allowed"');
    },
  );

  test.for([
    ["no HTTP", "hello\r\n\r\n", 400],
    [
      "an endless header",
      `GET / HTTP/1.1\r\nhost: x\r\nx-long: ${"x".repeat(20_000)}\r\n\r\n`,
      431,
    ],
    ["an endless path", `GET /${"x".repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`, 431],
    ["an unknown method", "BREW /tournament HTTP/1.1\r\nhost: x\r\n\r\n", 400],
    ["no host", `GET /openapi.json HTTP/1.1\r\n${CLOSE}`, 400],
    ["two hosts", `GET /openapi.json HTTP/1.1\r\nhost: x\r\nhost: y\r\n${CLOSE}`, 400],
    [
      "two types of content",
      `POST /a HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\nContent-Type: text/plain\r\n${CLOSE}`,
      400,
    ],
    ["a tunnel", "CONNECT x:1 HTTP/1.1\r\nhost: x:1\r\n\r\n", 400],
    ["an expectation", `GET /openapi.json HTTP/1.1\r\nhost: x\r\nexpect: tea\r\n${CLOSE}`, 417],
    [
      "a compressed transfer",
      `POST /auth/sign-in HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: gzip, chunked\r\n${CLOSE}0\r\n\r\n`,
      415,
    ],
    ["a text as length", "POST /a HTTP/1.1\r\nhost: x\r\ncontent-length: abc\r\n\r\n", 400],
  ] as const)("of %s is a problem too", async ([, bytes, status], { live }) => {
    const text = await sendRaw(live.gateway.url, bytes);
    expect(text).toContain(`HTTP/1.1 ${status} `);
    expect(text).toContain("application/problem+json");
    expect(JSON.parse(text.split("\r\n\r\n")[1] ?? "")).toMatchObject({ status });
  });

  test("has the id that its caller gives, if that is sane", async ({ api }) => {
    const ask = (id: string) => api.get("/nope", { headers: { "x-request-id": id } });
    expect((await ask("trace:42.a_b-c")).body.requestId).toBe("trace:42.a_b-c");
    for (const bad of ["a b", "<script>", "x".repeat(129), api.apiKey])
      expect((await ask(bad)).headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("with a credential in its path does not see it repeated", async ({ api }) => {
    const { status, body, text } = await api.get(`/gamer/${api.apiKey}`);
    expect([status, body.instance]).toEqual([404, "/gamer/struck-out"]);
    expect(text).not.toContain(api.apiKey);
    const encoded = await api.get(`/gamer/${api.apiKey.replaceAll("_", "%5f")}`);
    expect(encoded.body.instance).toBe("/gamer/struck-out");
  });
});

describe("an error of a service", () => {
  const secret = "password=hunter2 at 10.0.0.7:5432";
  test.for([
    [new ConnectError(secret, Code.Unavailable), 503, "unavailable", "1"],
    [new ConnectError(secret, Code.DeadlineExceeded), 503, "deadline_exceeded", "1"],
    [new DomainError("OVERLOADED", secret), 503, "overloaded", "1"],
    [new DomainError("CALLER_UNKNOWN", secret), 503, "unavailable", "1"],
    [new Error(secret), 500, "internal", null],
    [new DomainError("TRANSFER_NOT_FOUND", secret), 500, "internal", null],
    [new DomainError("INVALID_ARGUMENT", secret), 500, "internal", null],
    [new DomainError("REQUEST_ID_REUSED", secret), 422, "idempotency_key_reused", null],
  ] as const)(
    "%s shows nothing internal",
    async ([error, status, code, retryAfter], { strange, live }) => {
      using _failure = live.fail("CreateTournament", { error });
      const answer = await create(strange);
      expectProblem(answer, [status, code]);
      expect(answer.headers.get("retry-after")).toBe(retryAfter);
      expect(answer.text).not.toContain("hunter2");
    },
  );

  test.for(["CALLER_UNKNOWN", "CALLER_NOT_ALLOWED"] as const)(
    "is logged if it is %s, and hides this reason from callers",
    async (reason, { newGateway, live }) => {
      const lines: string[] = [];
      const log = createLogger("gateway", "error", { write: (line) => void lines.push(line) });
      const api = await createApi(await newGateway({ log }));
      using _failure = live.fail("ListTournaments", { error: new DomainError(reason, secret) });
      const { status, text } = await api.get("/tournament");
      expect(status).toBe(503);
      expect(text).not.toMatch(/caller|token/i);
      expect(lines.join()).toContain(reason);
    },
  );

  test("names fields as they were sent", async ({ strange, live }) => {
    const { body } = await create(strange, {
      startTime: "2030-05-01T18:00:00Z",
      endTime: "2030-05-01T18:00:00Z",
    });
    expect(body.detail).toBe("endTime must be after startTime.");
    const error = invalidField("transfers[0].amount.minor_units", "is odd");
    using _failure = live.fail("BatchTransfer", { error });
    const answer = await strange.post("/wallet/ann/deposit", { amount: 5 });
    expectProblem(answer, [400, "invalid_argument"]);
    expect(answer.body.errors).toMatchObject([{ pointer: "/amount" }]);
  });
});

test("each type has its page, and the documentation lists them all", async ({ live }) => {
  const { send } = live.gateway;
  const list = (await send("GET", "/docs/errors")).text;
  for (const name of problemNames) {
    const { status, headers, text } = await send("GET", `/problems/${slugOf(name)}`);
    expect(status).toBe(200);
    expect(headers.get("content-type")).toContain("text/html");
    expect(text).toContain("What to do");
    expect(list).toContain(`<a href="/problems/${slugOf(name)}"><code>${codeOf(name)}</code>`);
  }
});
