import { newId } from "@tms/kit/values/ids";
import { KeyScope } from "@tms/proto/tms/game/v1/game";
import { Role } from "@tms/proto/tms/game/v1/member";
import { createMemoryRequestStore } from "../../gateway/src/request-log/stores.ts";
import type { RequestStore } from "../../gateway/src/request-log/store.ts";
import type { Api } from "../harness/api.ts";
import { createApi, createTeam, apiIn } from "../world/callers.ts";
import { describe, expect, test as base } from "../world/test.ts";

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const idOf = ({ headers }: { headers: Headers }) => headers.get("x-request-id") ?? "";

/** `apiWith` calls a gateway whose store of requests is another. */
const test = base.extend("apiWith", ({ newGateway }) => async (requests: Partial<RequestStore>) => {
  const none = { append: async () => {}, read: async () => [], find: async () => undefined };
  return await createApi(await newGateway({ requests: { ...none, ...requests } }));
});

/** Waits for the record of a request. */
async function recorded(api: Api, requestId: string) {
  const read = async () => (await api.get(`/request/${requestId}`)).body.request;
  await expect.poll(read).toBeDefined();
  return await read();
}

describe("the record of a request", () => {
  test("says what was asked, by whom, and the answer", async ({ api }) => {
    const key = newId();
    const create = () =>
      api.post(
        "/gamer/create",
        { handle: "ada" },
        { headers: { "idempotency-key": key, "x-forwarded-for": "203.0.113.7" } },
      );
    const made = await create();
    expect(await recorded(api, idOf(made))).toEqual({
      requestId: idOf(made),
      at: expect.stringMatching(ISO),
      method: "POST",
      path: "/gamer/create",
      status: 201,
      durationMs: expect.any(Number),
      caller: { type: "api_key", id: expect.any(String) },
      address: "203.0.113.7",
      code: null,
      detail: null,
      errors: [],
      body: '{"handle":"ada"}',
      idempotencyKey: key,
      replayed: false,
    });
    expect(await recorded(api, idOf(await create()))).toMatchObject({
      status: 201,
      replayed: true,
    });
  });

  test("has the problem, and no body that is no JSON", async ({ api }) => {
    const missing = await api.get(`/tournament/${newId()}?x=1`);
    const record = await recorded(api, idOf(missing));
    const { detail, errors } = missing.body;
    expect(record).toMatchObject({
      status: 400,
      code: "invalid_argument",
      body: null,
      detail,
      errors,
    });
    expect(record.path).toContain("?x=1");
    const broken = await api.post("/gamer/create", undefined, { raw: '{"password": "hunter2' });
    expect(await recorded(api, idOf(broken))).toMatchObject({ code: "invalid_json", body: null });
  });

  test("is made of a missing scope, of a key as of a person", async ({ newTeam: create, live }) => {
    const team = await create();
    const api = await apiIn(live.gateway, team.live);
    const reader = await apiIn(live.gateway, team.live, { scopes: [KeyScope.READ] });
    const keyed = await reader.post("/gamer/create", {});
    const refusal = { status: 403, code: "scope_missing" };
    expect(await recorded(api, idOf(keyed))).toMatchObject(refusal);
    const viewer = await team.member(Role.VIEWER);
    const refused = await viewer.in(team.live)("POST", "/gamer/create", {});
    const caller = { type: "user", id: viewer.id };
    expect(await recorded(api, idOf(refused))).toMatchObject({ ...refusal, caller });
  });

  test("is shown in its own environment alone", async ({ api, newApi: create }) => {
    const other = await create();
    const [own, theirs] = [await api.get("/account"), await other.get("/account")];
    await recorded(api, idOf(own));
    await recorded(other, idOf(theirs));
    expect((await api.get(`/request/${idOf(theirs)}`)).status).toBe(404);
    const { requests } = (await other.get("/request?limit=100")).body;
    expect(requests.map(({ requestId }) => requestId)).toEqual([idOf(theirs)]);
  });

  test("is not made for strangers, log reads or outside environments", async ({
    api,
    newPerson,
    live,
  }) => {
    const ada = await newPerson();
    const answers = [
      await ada.send("GET", "/user"),
      await ada.in(api.gameId)("GET", "/account"),
      await api.get("/account", { auth: { "x-api-key": "tms_test_wrong" } }),
      await live.gateway.send("GET", "/nowhere"),
      await api.get("/request"),
    ];
    await recorded(api, idOf(await api.get("/account")));
    for (const answer of answers) {
      const { status, body } = await api.get(`/request/${idOf(answer)}`);
      expect([status, body.code]).toEqual([404, "request_not_found"]);
    }
  });

  test("holds no secret, wherever it was put", async ({ newGateway }) => {
    const gateway = await newGateway({ requests: createMemoryRequestStore() });
    const { owner, live } = await createTeam(gateway);
    const api = await apiIn(gateway, live);
    const secrets = [api.apiKey, owner.accessToken, owner.refreshToken, "hunter2"];
    const create = (body: object, headers = {}) => api.post("/gamer/create", body, { headers });
    for (const secret of secrets) {
      const body = { handle: "x", password: "hunter2", deep: [{ apiToken: { a: "hunter2" } }] };
      await create({ ...body, mySecret: secret });
      if (secret === "hunter2") continue;
      await create({ handle: "x", note: `is ${secret}.` });
      await api.get(`/gamer/${secret}?key=${secret}`);
      await api.get("/account", { headers: { "x-request-id": secret.slice(0, 128) } });
      await create({ handle: "y" }, { "idempotency-key": secret.slice(0, 255) });
    }
    await api.get("/account?password=hunter2&myToken=hunter2");
    await owner.in(live)("GET", "/account");
    const requests = async () => (await api.get("/request?limit=100")).body.requests;
    await expect.poll(requests).toHaveLength(4 + 3 * 4 + 2);
    const text = JSON.stringify(await requests());
    for (const secret of secrets) expect(text).not.toContain(secret);
    expect(text).toContain("[struck out]");
  });
});

test.for(["fails", "hangs"])(
  "stops no request if the store of requests %s",
  async (way, { apiWith }) => {
    const { promise: hanging, resolve: release } = Promise.withResolvers<void>();
    const append = () => (way === "fails" ? Promise.reject(new Error("away")) : hanging);
    const api = await apiWith({ append });
    for (let n = 0; n < 20; n++) expect((await api.get("/account")).status).toBe(200);
    release();
  },
);
