import { readOperations } from "../fuzz/operations.ts";
import { makeFixture } from "../fixture.ts";
import { nameOf, OPERATIONS, type Operation } from "../operations.ts";
import { expect, test as base } from "../world/test.ts";
import type { World } from "../world/world.ts";

/** Operations by which a person gets a game or changes the own account, whatever their roles are. */
const WITHOUT_ROLE = ["acceptInvitation", "approveDeviceCode", "createGame", "updateUser"];
/** Operations on webhooks that keys may send; the others are for people. */
const BY_KEYS = ["createWebhook", "updateWebhook", "removeWebhook"];

/** `changes` are the operations that change who has access. `theirs` is for one test. */
const test = base
  .extend("place", { scope: "file" }, ({ live }) => ({
    gatewayUrl: live.gateway.url,
    clients: live.clients,
  }))
  .extend("changes", { scope: "file" }, async ({ place }) => {
    const documented = await readOperations(place.gatewayUrl);
    const forPeople = documented.filter(
      ({ id, method, takes }) =>
        BY_KEYS.includes(id) ||
        (takes.token && !takes.key && (method !== "GET" || id === "revealWebhookSecret")),
    );
    const ids = new Set(forPeople.map(({ id }) => id));
    // The session that this operation ends belongs to another person.
    return OPERATIONS.filter(({ id }) => ids.has(id) && id !== "revokeSession");
  })
  .extend("theirs", async ({ place }) => await makeFixture(place));

/** Returns everything that says who has access. Times of use and the outbox are not part of it. */
async function readAccess({ admin }: World): Promise<unknown[]> {
  const { rows } = await admin.query(
    `SELECT row(m.*)::text FROM game.member m
     UNION ALL SELECT row(p.*)::text FROM game.project p
     UNION ALL SELECT row(i.*)::text FROM game.invitation i
     UNION ALL SELECT row(g.*)::text FROM game.game g
     UNION ALL SELECT row(k.id, k.name, k.scopes, k.revoked_at, k.ends_at)::text FROM game.api_key k
     UNION ALL SELECT row(a.*)::text FROM identity.user_account a
     UNION ALL SELECT row(s.id, s.ended_at)::text FROM identity.session s
     UNION ALL SELECT row(d.id, d.approved_by)::text FROM identity.device_code d
     UNION ALL SELECT row(e.id, e.url, e.description, e.removed_at)::text FROM events.endpoint e
     ORDER BY 1`,
  );
  return rows;
}

type Theirs = Awaited<ReturnType<typeof makeFixture>>;

async function send(operation: Operation, theirs: Theirs, auth?: Record<string, string>) {
  const request = operation.request(theirs, "mallory");
  const credentials = auth ?? request.auth;
  const { status, body } = await theirs.api.call(request.method, request.path, request.body, {
    ...(credentials && { auth: credentials }),
  });
  return [nameOf(operation), status, body.code];
}

/** Returns the credentials with which the fixture's person sends requests in a game. */
function byPerson(theirs: Theirs, gameId: string): Record<string, string> {
  const { from, unseen } = theirs.people;
  return { ...from, authorization: `Bearer ${unseen.accessToken}`, "x-game-id": gameId };
}

test("refuses a removed owner whose role is cached", async ({ live, changes, theirs }) => {
  const { api, people } = theirs;
  const games = [people.team.path, people.team.toRename, people.team.toReset.path];
  const auth = { ...byPerson(theirs, "") };
  delete auth["x-game-id"];
  for (const path of games) expect((await api.get(path, { auth })).status).toBe(200);
  for (const gameId of [api.gameId, people.team.environment])
    expect((await api.get("/webhook", { auth: byPerson(theirs, gameId) })).status).toBe(200);
  await live.admin.query(
    `INSERT INTO game.member (project_id, user_id, role)
     SELECT project_id, gen_random_uuid(), 'owner' FROM game.member
     WHERE user_id = $1 AND role = 'owner'`,
    [people.id],
  );
  await live.admin.query(`DELETE FROM game.member WHERE user_id = $1`, [people.id]);
  const before = await readAccess(live);
  for (const operation of changes) {
    if (WITHOUT_ROLE.includes(operation.id)) continue;
    const isOnWebhook = operation.id.endsWith("Webhook");
    const answer = await send(
      operation,
      theirs,
      isOnWebhook ? byPerson(theirs, api.gameId) : undefined,
    );
    expect(answer).toEqual([nameOf(operation), 404, "game_not_found"]);
  }
  expect(await readAccess(live)).toEqual(before);
});

test("refuses an ended session that the gateway still knows", async ({ live, changes, theirs }) => {
  const { api, people } = theirs;
  const auth = byPerson(theirs, api.gameId);
  expect((await api.get("/webhook", { auth })).status).toBe(200);
  await live.admin.query(
    `UPDATE identity.session SET ended_at = now(), end_reason = 'revoked' WHERE user_id = $1`,
    [people.id],
  );
  const before = await readAccess(live);
  for (const operation of changes) {
    const isOnWebhook = operation.id.endsWith("Webhook");
    const answer = await send(operation, theirs, isOnWebhook ? auth : undefined);
    expect(answer).toEqual([nameOf(operation), 401, "token_invalid"]);
  }
  expect(await readAccess(live)).toEqual(before);
});

test("refuses a revoked key that the gateway still knows", async ({ live, changes, theirs }) => {
  expect((await theirs.api.get("/webhook")).status).toBe(200);
  await live.admin.query(`UPDATE game.api_key SET revoked_at = now() WHERE game_id = $1`, [
    theirs.api.gameId,
  ]);
  const before = await readAccess(live);
  const byKey = changes.filter(({ id }) => BY_KEYS.includes(id));
  expect(byKey).toHaveLength(BY_KEYS.length);
  for (const operation of byKey)
    expect(await send(operation, theirs)).toEqual([nameOf(operation), 401, "api_key_invalid"]);
  expect(await readAccess(live)).toEqual(before);
});
