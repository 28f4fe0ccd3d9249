import { parseActor, SYSTEM } from "@tms/kit/values/actor";
import { newId } from "@tms/kit/values/ids";
import { createApiKey } from "@tms/kit/values/secret";
import { Role } from "@tms/proto/tms/game/v1/member";
import { SignJWT, type JWTHeaderParameters } from "jose";
import { vi } from "vitest";
import { currentSigner } from "../../../services/identity/src/tokens.ts";
import type { Answer, Api } from "../../../test/harness/api.ts";
import { joined } from "../../../test/harness/gamers.ts";
import { sendRaw } from "../../../test/harness/raw-http.ts";
import { created, idOf, published, termsOf } from "../../../test/harness/tournament.ts";
import { createGame, watchCalls } from "../../../test/world/actions.ts";
import {
  addMember,
  apiIn,
  createTeam,
  openAccount,
  type Person,
} from "../../../test/world/callers.ts";
import { startGateway } from "../../../test/world/gateway.ts";
import { describe, expect, test as base } from "../../../test/world/test.ts";
import { PUBLIC_URL } from "../../../test/world/world.ts";
import { addressRanges, isWithin } from "@tms/kit/values/networks";

const outcome = ({ status, body }: Answer) => [status, body.code];
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** `list` lists tournaments with the given headers alone. */
const test = base.extend(
  "list",
  ({ live }) =>
    (headers: Record<string, string>) =>
      live.gateway.send("GET", "/tournament", { headers }),
);

describe("an API key", () => {
  test("is accepted in either header", async ({ api: { apiKey }, list }) => {
    for (const headers of [
      { "x-api-key": apiKey },
      { authorization: `ApiKey ${apiKey}` },
      { authorization: `APIKEY   ${apiKey}` },
      { "x-api-key": apiKey, authorization: `apikey ${apiKey}` },
    ])
      expect((await list(headers)).status).toBe(200);
  });

  test.for([
    ["no key", {}, "api_key_missing"],
    ["an empty key", { "x-api-key": "" }, "api_key_missing"],
    ["another scheme", { authorization: "Basic eDp5" }, "api_key_missing"],
    ["a malformed key", { "x-api-key": "tms_live_short" }, "api_key_invalid"],
    ["a wrong checksum", { "x-api-key": `tms_live_${"A".repeat(49)}` }, "api_key_invalid"],
    ["an unknown key", { "x-api-key": createApiKey("live") }, "api_key_invalid"],
  ] as const)("is refused as %s", async ([, headers, code], { list }) => {
    const answer = await list({ ...headers });
    expect(outcome(answer)).toEqual([401, code]);
    expect(answer.headers.get("www-authenticate")).toBe('ApiKey realm="tms"');
  });

  test("is refused beside another credential", async ({
    api: { apiKey },
    newApi: create,
    list,
  }) => {
    for (const authorization of [`ApiKey ${(await create()).apiKey}`, "Bearer abc"]) {
      const answer = await list({ "x-api-key": apiKey, authorization });
      expect(outcome(answer)).toEqual([400, "credentials_conflict"]);
    }
  });

  test.for([
    ["Authorization: ApiKey KEY", "Authorization: Basic eDp5"],
    ["Authorization: ApiKey KEY", "authorization: ApiKey KEY"],
    ["x-api-key: KEY", "X-Api-Key: KEY"],
  ])("is refused in two headers: %s and %s", async (lines, { api, live }) => {
    const head = ["GET /tournament HTTP/1.1", "host: x", "connection: close", ...lines];
    const bytes = `${head.join("\r\n").replaceAll("KEY", api.apiKey)}\r\n\r\n`;
    const [, body = ""] = (await sendRaw(live.gateway.url, bytes)).split("\r\n\r\n");
    expect(JSON.parse(body)).toMatchObject({ status: 400, code: "credentials_conflict" });
  });

  test.for([
    [["203.0.113.0/24"], "203.0.113.9", true],
    [["203.0.113.0/24"], "203.0.114.9", false],
    [["203.0.113.0/24"], "::ffff:203.0.113.9", true],
    [["2001:db8::/32"], "2001:db8:1::7", true],
    [["2001:db8::/32"], "2001:db9::7", false],
    [["nonsense", "203.0.113.0/99"], "203.0.113.9", false],
    [["203.0.113.0/24"], "not an address", false],
    [["::/0"], "203.0.113.9", false],
    [["::/0"], "::ffff:203.0.113.9", false],
    [["::/0"], "2001:db8::1", true],
    [[], "203.0.113.9", true],
  ] as const)("of %j is good at %s: %j", ([ranges, address, expected]) => {
    expect(isWithin(addressRanges(ranges), address)).toBe(expected);
  });
});

describe("an access token", () => {
  const inSeconds = (seconds: number) => Math.floor(Date.now() / 1_000) + seconds;
  type Sign = (
    claims?: Record<string, unknown>,
    header?: Partial<JWTHeaderParameters>,
  ) => Promise<string>;

  /** `sign` makes tokens of a member with the key of identity, `get` sends them. */
  const tokens = test
    .extend("team", async ({ newTeam: create }) => await create())
    .extend("sign", async ({ live, team: { owner } }): Promise<Sign> => {
      const { db, secretsKeys } = live.contexts.identity;
      const { id, privateKey } = await currentSigner(db, secretsKeys);
      return (claims = {}, header = {}) =>
        new SignJWT({
          iss: PUBLIC_URL,
          aud: PUBLIC_URL,
          jti: newId(),
          sub: owner.id,
          sid: owner.sessionId,
          exp: inSeconds(600),
          ...claims,
        })
          .setProtectedHeader({ alg: "Ed25519", typ: "at+jwt", kid: id, ...header })
          .sign(privateKey);
    });

  const unsigned = ({ id, sessionId }: Person) => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const claims = { iss: PUBLIC_URL, aud: PUBLIC_URL, sub: id, sid: sessionId };
    const payload = { ...claims, exp: inSeconds(600) };
    return `${part({ alg: "none", typ: "at+jwt" })}.${part(payload)}.`;
  };

  tokens.for<[string, (sign: Sign, owner: Person) => Promise<string> | string]>([
    ["that is none", () => "abc"],
    ["without a signature", (_, owner) => unsigned(owner)],
    ["of another type", (sign) => sign({}, { typ: "JWT" })],
    ["of another issuer", (sign) => sign({ iss: "https://evil.example" })],
    ["for another audience", (sign) => sign({ aud: "https://other.example" })],
    ["after its end", (sign) => sign({ exp: inSeconds(-6) })],
    ["without an end", (sign) => sign({ exp: undefined })],
    ["without a session", (sign) => sign({ sid: undefined })],
    ["of another's session", (sign) => sign({ sub: newId() })],
    ["of an unknown key", (sign) => sign({}, { kid: newId() })],
    ["far too long", () => "x".repeat(3_000)],
  ])("is refused %s", async ([, make], { sign, team, list }) => {
    const token = await make(sign, team.owner);
    const answer = await list({ ...bearer(token), "x-game-id": team.live });
    expect(outcome(answer)).toEqual([401, "token_invalid"]);
    expect(answer.headers.get("www-authenticate")).toBe('Bearer error="invalid_token"');
  });

  tokens("is accepted five seconds after its end", async ({ sign, team, list }) => {
    const headers = { ...bearer(await sign({ exp: inSeconds(-2) })), "x-game-id": team.live };
    expect((await list(headers)).status).toBe(200);
  });

  test("ends within five seconds of its session, membership and key", async ({ world }) => {
    const gateway = await startGateway(world);
    // The clocks go on from now: the gateway has been running since before.
    const [now, uptime] = [Date.now(), performance.now()];
    vi.useFakeTimers({ toFake: ["Date", "performance"], now: now - uptime });
    try {
      vi.advanceTimersByTime(uptime);
      const { gameId } = await createGame(world);
      const person = async () => {
        const made = await openAccount(world);
        await addMember(world, gameId, made.id, Role.VIEWER);
        const headers = { ...bearer(made.accessToken), "x-game-id": gameId };
        const status = async () => (await gateway.send("GET", "/tournament", { headers })).status;
        expect(await status()).toBe(200);
        return { ...made, status };
      };
      const { game } = await world.game.getGame({ gameId });
      const [signedOut, removed, other] = [await person(), await person(), await person()];
      const { id: userId, sessionId } = signedOut;
      await world.identity.revokeSession({ userId, sessionId });
      const projectId = game?.projectId ?? "";
      await world.member.removeMember({ requestId: newId(), projectId, userId: removed.id });
      vi.advanceTimersByTime(5_001);
      expect([await signedOut.status(), await removed.status(), await other.status()]).toEqual([
        401, 404, 200,
      ]);
      await world.identity.rotateSigningKey({ requestId: newId() });
      vi.advanceTimersByTime(5_001);
      await person();
      expect(await other.status()).toBe(401);
    } finally {
      vi.useRealTimers();
      await gateway.close();
    }
  });

  test("is unavailable without identity, and keys work as ever", async ({ newGateway, live }) => {
    const gateway = await newGateway();
    const team = await createTeam(gateway);
    const api = await apiIn(gateway, team.live);
    using _sessions = live.fail("BatchCheckSessions");
    using _keys = live.fail("ListSigningKeys");
    expect((await api.get("/tournament")).status).toBe(200);
    const answer = await team.owner.in(team.live)("GET", "/tournament");
    expect(outcome(answer)).toEqual([503, "unavailable"]);
    expect(answer.headers.get("retry-after")).toBe("1");
  });

  test("is good for 1,200 requests a minute", async ({ newPerson: create }) => {
    const { headers } = await (await create()).send("GET", "/user");
    expect(headers.get("ratelimit-limit")).toBe("1200");
  });
});

describe("the game of a person's request", () => {
  const inTeam = test.extend("team", async ({ newTeam: create }) => await create());
  const tournamentIn = async (api: Api) => idOf(await created(api));
  const create = (
    person: Person,
    gameId: string | undefined,
    headers: Record<string, string> = {},
  ) => person.send("POST", "/tournament/create", { ...termsOf(""), game: gameId }, headers);

  inTeam("is named by X-Game-Id, by the body, or by the tournament", async ({ team, live }) => {
    const { owner } = team;
    for (const id of [team.live, team.live.toUpperCase()])
      expect((await owner.in(id)("GET", "/tournament")).status).toBe(200);
    for (const headers of [undefined, { "x-game-id": team.live }]) {
      const made = await create(owner, team.live, headers);
      expect([made.status, made.body.tournament.game.id]).toEqual([201, team.live]);
    }
    const id = await tournamentIn(await apiIn(live.gateway, team.live));
    const calls = watchCalls(live, "BatchFindGames");
    for (const path of [`/tournament/${id}`, `/tournament/${id}/entries`])
      expect((await owner.send("GET", path)).status).toBe(200);
    const asked = calls().filter(({ request }) => JSON.stringify(request).includes(id));
    expect(asked).toHaveLength(1);
    expect(outcome(await owner.send("GET", "/tournament"))).toEqual([400, "game_required"]);
  });

  inTeam("must be one", async ({ team, live, list }) => {
    const other = await createTeam(live.gateway);
    await addMember(live, other.live, team.owner.id, Role.OWNER);
    const { apiKey } = await apiIn(live.gateway, team.live);
    for (const answer of [
      await create(team.owner, team.live, { "x-game-id": other.live }),
      await list({ "x-api-key": apiKey, "x-game-id": other.live }),
      await list({ "x-api-key": apiKey, "x-game-id": team.testing }),
    ])
      expect(outcome(answer)).toEqual([400, "game_conflict"]);
    const both = await list({ "x-api-key": apiKey, ...bearer(team.owner.accessToken) });
    expect(outcome(both)).toEqual([400, "credentials_conflict"]);
  });

  inTeam("may be left out of the body beside X-Game-Id", async ({ team, live }) => {
    const { game } = await live.clients.game.getGame({ gameId: team.testing });
    const inTest = { "x-game-id": team.testing };
    for (const named of [undefined, game?.projectId, team.testing]) {
      const made = await create(team.owner, named, inTest);
      expect([made.status, made.body.tournament.game.id]).toEqual([201, team.testing]);
    }
    expect(outcome(await create(team.owner, undefined))).toEqual([400, "game_required"]);
    // It does not say which environment.
    expect(outcome(await create(team.owner, game?.projectId))).toEqual([404, "game_not_found"]);
  });

  inTeam("is hidden from strangers", async ({ team, live, newPerson: signIn }) => {
    const eve = await signIn();
    const detailOf = async (path: string, headers = {}) => {
      const { status, body } = await eve.send("GET", path, undefined, headers);
      return [status, body.code, body.detail];
    };
    const game = await detailOf("/tournament", { "x-game-id": team.live });
    expect(game).toContain("game_not_found");
    expect(await detailOf("/tournament", { "x-game-id": newId() })).toEqual(game);
    expect(await detailOf("/tournament", { "x-game-id": "none" })).toContain("game_not_found");
    const id = await tournamentIn(await apiIn(live.gateway, team.live));
    const tournament = await detailOf(`/tournament/${id}`);
    expect(tournament).toContain("tournament_not_found");
    expect(await detailOf(`/tournament/${newId()}`)).toEqual(tournament);
    expect(outcome(await create(eve, team.live))).toEqual([404, "game_not_found"]);
  });

  inTeam("separates Idempotency-Keys, as the person does", async ({ team, live }) => {
    const [bob, other] = [await team.member(Role.OWNER), await createTeam(live.gateway)];
    await addMember(live, other.live, team.owner.id, Role.OWNER);
    const key = { "idempotency-key": newId() };
    const api = await apiIn(live.gateway, team.live);
    const answers = [
      await api.post("/tournament/create", termsOf(team.live), { headers: key }),
      await create(team.owner, team.live, key),
      await create(bob, team.live, key),
      await create(team.owner, other.live, key),
    ];
    expect(new Set(answers.map(({ body }) => body.tournament.id)).size).toBe(4);
  });
});

describe("services", () => {
  /** Two keys and a person of one game, with the actors that services know them as. */
  const origins = test.extend("callers", async ({ live, newTeam: create }) => {
    const team = await create();
    const byKey = async () => {
      const request = { requestId: newId(), gameId: team.live, name: newId() };
      const { apiKey, secret } = await live.game.issueApiKey(request);
      return { actor: `api_key:${apiKey?.id}`, headers: { "x-api-key": secret } };
    };
    const headers = { ...bearer(team.owner.accessToken), "x-game-id": team.live };
    const person = { actor: `user:${team.owner.id}`, headers };
    const api = await apiIn(live.gateway, team.live);
    return { api, all: [await byKey(), await byKey(), person] };
  });
  type Headers = Record<string, string>;

  /** Sends a request with an id of its own, and returns the id. */
  const ask = async (api: Api, headers: Headers, method: string, path: string, body: object) => {
    const requestId = newId();
    const auth = { ...headers, "x-request-id": requestId };
    expect((await api.call(method, path, body, { auth })).status).toBeLessThan(300);
    return requestId;
  };
  origins("are told who makes each join of a batch", async ({ callers: { api, all }, live }) => {
    const path = await published(api);
    const calls = watchCalls(live, "BatchJoin");
    using silence = live.hold("BatchJoin");
    const expected = new Map<string, object>();
    const joins = Array.from({ length: 30 }, async (_, n) => {
      const { actor, headers } = all[n % 3] ?? { actor: "", headers: {} };
      const gamer = `gamer ${n}`;
      const requestId = await ask(api, headers, "POST", `${path}/join`, { gamer });
      expected.set(gamer, { actor, requestId });
    });
    // The first two calls leave at once, and later joins are gathered.
    await expect.poll(() => calls().length).toBe(2);
    // Once later requests are answered, the joins before them have arrived.
    for (const { headers } of all) await api.get("/tournament", { auth: { ...headers } });
    silence[Symbol.dispose]();
    await Promise.all(joins);
    expect(calls().length).toBeLessThan(30);
    const items = calls().flatMap(
      ({ request }) => (request as { joins: { handle: string; origin: object }[] }).joins,
    );
    expect(items).toHaveLength(30);
    for (const { handle, origin } of items)
      expect(origin).toMatchObject(expected.get(handle) ?? {});
    for (const { origin } of calls()) expect(origin).toEqual({ actor: SYSTEM, requestId: null });
  });

  origins("believe no actor that a caller names", async ({ callers: { api, all }, live }) => {
    const path = await published(api);
    await joined(api, path, "ada");
    const calls = watchCalls(live, "Eliminate");
    const [caller = { actor: "", headers: {} }] = all;
    const posing = { ...caller.headers, "tms-actor": `user:${newId()}` };
    await ask(api, posing, "PATCH", `${path}/eliminate`, { gamer: "ada" });
    expect(calls().map(({ origin }) => origin.actor)).toEqual([parseActor(caller.actor)]);
  });
});
