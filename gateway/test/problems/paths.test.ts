import { newId } from "@tms/kit/values/ids";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectProblem } from "../support/expect-problem.ts";
import { newTournament, startGateway, type TestGateway } from "../support/gateway.ts";
import { sendRaw } from "../support/raw-http.ts";

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

const create = (change: object) =>
  gateway.send("POST", "/tournament/create", newTournament(gateway.game, change));

test.each([
  ["limit=0", "/query/limit"],
  ["limit=101", "/query/limit"],
  ["limit=1.5", "/query/limit"],
  ["limit=", "/query/limit"],
  ["limit=1&limit=2", "/query/limit"],
  ["status=open", "/query/status"],
  ["endsAfter=yesterday", "/query/endsAfter"],
  ["page=2", "/query/page"],
  ["cursor=", "/query/cursor"],
  [`cursor=${"x".repeat(201)}`, "/query/cursor"],
])("?%s is refused", async (query, pointer) => {
  const answer = await gateway.send("GET", `/tournament?${query}`);
  expectProblem(answer, [400, "invalid_argument"]);
  expect(answer.body.errors).toMatchObject([{ pointer }]);
});

test("a forged cursor is refused", async () => {
  const answer = await gateway.send("GET", "/tournament?cursor=eyJub3QiOiJvdXJzIn0");
  expectProblem(answer, [400, "invalid_page_token"]);
  expect(answer.body.errors).toMatchObject([{ pointer: "/query/cursor" }]);
});

test("an operation without query parameters takes none", async () => {
  const answer = await gateway.send(
    "POST",
    "/tournament/create?dry=1",
    newTournament(gateway.game),
  );
  expectProblem(answer, [400, "invalid_argument"]);
});

test.each(["not-a-uuid", newId(), "..%2f..%2fetc"])("tournament %s is not found", async (id) => {
  expectProblem(await gateway.send("GET", `/tournament/${id}`), [404, "tournament_not_found"]);
});

test("another game's tournament is not found, nor can one be made for it", async () => {
  const other = gateway.fakes.games.add();
  const theirs = await gateway.send("POST", "/tournament/create", newTournament(other.game), {
    "x-api-key": other.key,
  });
  const { id } = theirs.body.tournament;
  expectProblem(await gateway.send("GET", `/tournament/${id}`), [404, "tournament_not_found"]);
  expectProblem(await create({ game: other.game.id }), [404, "game_not_found"]);
});

test.each([
  ["GET", "/nope", 404, "route_not_found"],
  ["GET", "/tournaments", 404, "route_not_found"],
  ["GET", "/problems/nope", 404, "route_not_found"],
  ["DELETE", "/tournament/create", 405, "method_not_allowed"],
  ["PUT", `/tournament/${newId()}/join`, 405, "method_not_allowed"],
  ["OPTIONS", "/wallet/ada", 405, "method_not_allowed"],
  ["GET", "/gamer/%ff", 400, "bad_request"],
  ["GET", `/gamer/${"x".repeat(1_025)}`, 414, "uri_too_long"],
])("%s %s", async (method, path, status, code) => {
  expectProblem(await gateway.send(method, path), [status, code]);
});

test("a wrong method is told the right ones", async () => {
  const { headers } = await gateway.send("DELETE", `/tournament/${newId()}/join`);
  expect(headers.get("allow")).toBe("POST");
});

describe("what is hardly HTTP", () => {
  test.each([
    ["no HTTP at all", "hello\r\n\r\n", 400],
    [
      "an endless header",
      `GET / HTTP/1.1\r\nhost: x\r\nx-long: ${"x".repeat(20_000)}\r\n\r\n`,
      431,
    ],
    ["an endless path", `GET /${"x".repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`, 431],
    ["an unknown method", "BREW /tournament HTTP/1.1\r\nhost: x\r\n\r\n", 400],
    ["no host", "GET /openapi.json HTTP/1.1\r\nconnection: close\r\n\r\n", 400],
    [
      "two hosts",
      "GET /openapi.json HTTP/1.1\r\nhost: x\r\nhost: y\r\nconnection: close\r\n\r\n",
      400,
    ],
    [
      "two types of content",
      "POST /a HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\nContent-Type: text/plain\r\nconnection: close\r\n\r\n",
      400,
    ],
    ["a tunnel", "CONNECT x:1 HTTP/1.1\r\nhost: x:1\r\n\r\n", 400],
    [
      "a strange expectation",
      "GET /openapi.json HTTP/1.1\r\nhost: x\r\nexpect: tea\r\nconnection: close\r\n\r\n",
      417,
    ],
    ["a length that is none", "POST /a HTTP/1.1\r\nhost: x\r\ncontent-length: abc\r\n\r\n", 400],
  ])("%s is a problem too", async (_, bytes, status) => {
    const { head, body } = await sendRaw(gateway.port, bytes);
    expect(head).toContain(`HTTP/1.1 ${status} `);
    expect(head).toContain("application/problem+json");
    expect(JSON.parse(body)).toMatchObject({ status });
  });
});
