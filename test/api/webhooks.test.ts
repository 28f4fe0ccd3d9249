import { newId } from "@tms/kit/values/ids";
import { Role } from "@tms/proto/tms/game/v1/member";
import type { Answer, Api } from "../harness/api.ts";
import { apiIn } from "../world/callers.ts";
import { describe, expect, test } from "../world/test.ts";

const URL = "https://example.com/hooks";
const created = async (api: Api, body: object = {}) =>
  (await api.post("/webhook/create", { url: URL, ...body })).body;
const outcome = ({ status, body }: Answer) => [status, body.code];

describe("an endpoint", () => {
  test("is created once, and its secret is shown once", async ({ api }) => {
    const headers = { "idempotency-key": newId() };
    const body = { url: URL, events: ["entry.*"], description: "ours" };
    const create = () => api.post("/webhook/create", body, { headers });
    const first = await create();
    expect(first.status).toBe(201);
    expect(first.body).toMatchObject({
      message: "Endpoint created successfully",
      endpoint: { ...body, enabled: true, state: "active", disabledReason: null },
      secret: expect.stringMatching(/^whsec_/),
    });
    const repeat = await create();
    expect([repeat.status, repeat.body.secret]).toEqual([201, null]);
    expect(repeat.body.endpoint.id).toBe(first.body.endpoint.id);
    expect(repeat.headers.has("idempotency-replayed")).toBe(false);
    expect((await api.get("/webhook")).body.endpoints).toMatchObject([
      { ...body, id: first.body.endpoint.id },
    ]);
  });

  test("is read, paused and removed", async ({ api }) => {
    const path = `/webhook/${(await created(api)).endpoint.id}`;
    expect((await api.get(path)).body).toMatchObject({
      endpoint: { url: URL },
      lastDay: { attempts: 0 },
    });
    const paused = await api.patch(`${path}/update`, { enabled: false });
    expect(paused.body.endpoint).toMatchObject({ state: "paused", disabledReason: "by_user" });
    expect((await api.patch(`${path}/remove`)).status).toBe(200);
    for (const gone of [path, "/webhook/no-id", `/webhook/${newId()}`])
      expect(outcome(await api.get(gone))).toEqual([404, "endpoint_not_found"]);
  });
});

test("says where the log begins if a replay begins earlier", async ({ api, live }) => {
  const { endpoint } = await created(api);
  await live.admin.query("UPDATE events.event_head SET forgotten_through = 1 WHERE game_id = $1", [
    api.gameId,
  ]);
  const replay = (afterSequence: number) =>
    api.post(`/webhook/${endpoint.id}/replay`, { afterSequence });
  const { status, body } = await replay(0);
  expect([status, body.code, body.oldestSequence]).toEqual([410, "events_expired", 2]);
  expect((await replay(body.oldestSequence - 1)).status).toBe(202);
});

test("a secret is revealed to and rolled by people alone", async ({ newTeam, live }) => {
  const team = await newTeam();
  const api = await apiIn(live.gateway, team.live);
  const developer = (await team.member(Role.DEVELOPER)).in(team.live);
  const { endpoint, secret } = await created(api);
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
  expect([odd.status, odd.body.errors[0]?.pointer]).toEqual([400, "/graceSeconds"]);
  for (const answer of [await api.get(`${path}/secret`), await api.post(`${path}/roll`, {})])
    expect(outcome(answer)).toEqual([403, "person_required"]);
});
