import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { newId } from "@tms/kit/values/ids";
import { repository } from "@tms/stack/paths";
import { everythingOf, makeFixture, withNewIds, type Fixture } from "../fixture.ts";
import { readOperations } from "../fuzz/operations.ts";
import type { Answer, Api } from "../harness/api.ts";
import { gameIn } from "../harness/game.ts";
import { nameOf, OPERATIONS, PARTS, type Operation } from "../operations.ts";
import { describe, expect, test as base } from "../world/test.ts";

const test = base
  .extend("place", { scope: "file" }, ({ live }) => ({
    gatewayUrl: live.gateway.url,
    clients: live.clients,
  }))
  .extend("theirs", { scope: "file" }, ({ place }) => makeFixture(place))
  .extend("nobodys", { scope: "file" }, ({ theirs }) => withNewIds(theirs))
  .extend("mine", { scope: "file" }, ({ place }) => gameIn(place))
  .extend("keyIds", { scope: "file" }, async ({ place }) => {
    const operations = await readOperations(place.gatewayUrl);
    return new Set(operations.flatMap(({ id, takes }) => (takes.key ? id : [])));
  });

const send = (operation: Operation, fixture: Fixture, api: Api, auth?: Record<string, string>) => {
  const { method, path, body } = operation.request(fixture, "mallory");
  return api.call(method, path, body, auth === undefined ? {} : { auth });
};

/** Returns an answer without the parts that differ in every answer. */
const shown = ({ status, headers, body }: Answer) => {
  const { requestId: _, instance: __, ...rest } = body;
  return { status, headers: [...headers.keys()].toSorted(), body: rest };
};

/** Returns how an operation is answered that names what another game owns. */
function foreignOutcome(id: string, path: string): string {
  const codes: Record<string, string> = {
    createTournament: "game_not_found",
    getRequest: "request_not_found",
    getEvent: "event_not_found",
    listEventDeliveries: "event_not_found",
    deposit: "works",
    advanceClock: "clock_live",
  };
  if (codes[id] !== undefined) return codes[id];
  if (/^\/tournament\/\w+-/.test(path)) return "tournament_not_found";
  if (/^\/webhook\/\w+-/.test(path)) return "endpoint_not_found";
  return /^\/(gamer|wallet)\/rich/.test(path) ? "gamer_not_found" : "works";
}

test("has every operation of the OpenAPI document", async ({ place }) => {
  const documented = (await readOperations(place.gatewayUrl)).map(({ id }) => id);
  expect([...new Set(OPERATIONS.map(({ id }) => id))].toSorted()).toEqual(documented.toSorted());
  expect(new Set(OPERATIONS.map(nameOf)).size).toBe(OPERATIONS.length);
});

test("is in the table of the outages page, with the parts that it needs", async () => {
  const page = await readFile(join(repository, "docs/operations/outages.md"), "utf8");
  const lines = page.split("\n").map((line) => line.replaceAll(/ +/g, " "));
  const documented = lines.filter((line) => /^\| `\w+`.* \| (?:503|works) \|$/.test(line));
  const expected = OPERATIONS.map(({ id, when, needs }) => {
    const cells = PARTS.map((part) => (needs.includes(part) ? "503" : "works"));
    return `| \`${id}\`${when === undefined ? "" : ` ${when}`} | ${cells.join(" | ")} |`;
  });
  expect(documented).toEqual(expected);
});

describe("another game", () => {
  test("finds nothing, and changes nothing", async ({ theirs, nobodys, mine }) => {
    const before = await everythingOf(theirs);
    for (const operation of OPERATIONS) {
      const { auth, key, path } = operation.request(theirs, "mallory");
      // An event stream has no end. Other requests have credentials or a key of their own.
      if (auth || key || operation.id === "streamEvents") continue;
      const name = nameOf(operation);
      const answer = await send(operation, theirs, mine);
      const outcome = answer.status < 300 ? "works" : answer.body.code;
      expect([name, outcome]).toEqual([name, foreignOutcome(operation.id, path)]);
      // What another game owns looks like what does not exist.
      if (outcome !== "works")
        expect(shown(answer), name).toEqual(shown(await send(operation, nobodys, mine)));
    }
    expect(await everythingOf(theirs)).toEqual(before);
  });

  test("finds no list by a cursor of this game", async ({ theirs, mine }) => {
    const lists = ["/tournament", "/account/transactions", "/gamer", "/request"];
    for (const list of lists) {
      const { nextCursor } = (await theirs.api.get(`${list}?limit=1`)).body;
      expect([list, nextCursor]).toEqual([list, expect.any(String)]);
      const { status, body } = await mine.get(`${list}?cursor=${nextCursor}`);
      expect([list, status, body.code]).toEqual([list, 400, "invalid_page_token"]);
      expect(body.errors[0]?.pointer).toBe("/query/cursor");
    }
  });

  test("has Idempotency-Keys of its own", async ({ theirs, mine }) => {
    const options = { headers: { "idempotency-key": `shared-${newId()}` } };
    const first = await theirs.api.post("/gamer/create", { handle: "ann" }, options);
    const second = await mine.post("/gamer/create", { handle: "ann" }, options);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.headers.get("idempotency-replayed")).toBeNull();
    expect(second.body.gamer.id).not.toBe(first.body.gamer.id);
    const third = await mine.post("/gamer/create", { handle: "bob" }, options);
    expect(third.body.code).toBe("idempotency_key_reused");
  });
});

test("refuses a cursor of another list", async ({ theirs: { api, paths } }) => {
  const { nextCursor } = (await api.get(`${paths.toEliminate}/entries?limit=1`)).body;
  expect((await api.get(`${paths.toEliminate}/entries?cursor=${nextCursor}`)).status).toBe(200);
  const others = [`${paths.toComplete}/entries`, "/tournament", "/account/transactions", "/gamer"];
  for (const list of [...others, `${paths.cancelled}/settlement`]) {
    const { status, body } = await api.get(`${list}?cursor=${nextCursor}`);
    expect([list, status, body.code]).toEqual([list, 400, "invalid_page_token"]);
    expect(body.errors[0]?.pointer).toBe("/query/cursor");
  }
});

test("refuses a caller without a valid credential", async ({ live, theirs, nobodys, keyIds }) => {
  const { gameId } = theirs.api;
  const { secret, apiKey } = await live.game.issueApiKey({
    requestId: newId(),
    gameId,
    name: "lost",
  });
  await live.game.revokeApiKey({ requestId: newId(), gameId, apiKeyId: apiKey?.id ?? "" });
  const strangers: [string, Record<string, string>][] = [
    ["api_key_missing", {}],
    ["api_key_invalid", { "x-api-key": secret }],
    ["api_key_invalid", { "x-api-key": "tms_test_x" }],
    ["api_key_missing", { authorization: "Basic eDp5" }],
    ["token_invalid", { authorization: "Bearer x" }],
  ];
  const first = new Map(OPERATIONS.toReversed().map((operation) => [operation.id, operation]));
  for (const operation of first.values()) {
    if (!keyIds.has(operation.id)) continue;
    for (const [code, auth] of strangers) {
      const answer = await send(operation, theirs, theirs.api, auth);
      expect([operation.id, answer.status, answer.body.code]).toEqual([operation.id, 401, code]);
      expect(shown(answer)).toEqual(shown(await send(operation, nobodys, theirs.api, auth)));
    }
  }
});
