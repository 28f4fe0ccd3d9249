import { createReencryption } from "@tms/kit/database/reencryption";
import { transaction } from "@tms/kit/database/transaction";
import { createLogger } from "@tms/kit/process/log";
import { originHeaders, type Origin } from "@tms/kit/rpc/origin";
import { newId } from "@tms/kit/values/ids";
import { DisabledReason, EndpointState } from "@tms/proto/tms/event/v1/endpoint";
import { Role } from "@tms/proto/tms/game/v1/member";
import { getReason } from "../../../test/world/actions.ts";
import { addMember } from "../../../test/world/callers.ts";
import { waitForLocks } from "../../../test/world/locks.ts";
import type { World } from "../../../test/world/world.ts";
import { lockEndpoint, rollSecret, ENCRYPTED_SECRETS } from "../src/db/endpoints.ts";
import { formatSecret, makeSecret } from "../src/endpoints.ts";
import { signedHeaders } from "../src/sending/send.ts";
import {
  createKeys,
  describe,
  dispatchAll,
  expect,
  readLog,
  recordMany,
  test as base,
  type Scene,
} from "./fixture.ts";

const URL = "http://127.0.0.1:9/hooks?a=b";
const SECRET = /^whsec_[A-Za-z0-9+/]{43}=$/;

const create = ({ endpoints }: Pick<World, "endpoints">, gameId: string, events: string[] = []) =>
  endpoints.createEndpoint({ requestId: newId(), gameId, url: URL, events });
const roll = async ({ endpoints }: World, { request }: Scene, graceSeconds?: number) => {
  const grace = graceSeconds === undefined ? {} : { graceSeconds };
  return (await endpoints.rollEndpointSecret({ ...request(), ...grace })).secret;
};
const reveal = ({ endpoints }: Pick<World, "endpoints">, { key }: Pick<Scene, "key">) =>
  endpoints.revealEndpointSecret(key);

interface Line {
  msg: string;
  [field: string]: unknown;
}

/**
 * Tests of endpoints.
 *
 * - `reencryption`: encrypts secrets with a newer key; `lines` are what it logs.
 * - `renewed`: a replica that has the newer key alone.
 */
const test = base
  .extend("newer", async ({ world }) => {
    // Secrets of other tests are encrypted with the former key.
    await world.admin.query(`DELETE FROM events.endpoint`);
    return createKeys("newer");
  })
  .extend("reencryption", ({ newer, world }) => {
    const lines: Line[] = [];
    const write = (line: string) => void lines.push(JSON.parse(line) as Line);
    const start = () => {
      const { db, secretsKeys } = world.contexts.events;
      const log = createLogger("test", "info", { write });
      return createReencryption(db, log, [...newer, ...secretsKeys], ENCRYPTED_SECRETS);
    };
    return { lines, start };
  })
  .extend("renewed", ({ newer, startReplica }) => startReplica({ secretsKeys: newer }));

describe("an endpoint", () => {
  test("is created with a secret, at the end of the log", async ({ gameId, world }) => {
    await recordMany(world, gameId, 2);
    const request = { requestId: newId(), gameId, url: URL };
    const { endpoint, secret } = await world.endpoints.createEndpoint(request);
    expect(secret).toMatch(SECRET);
    expect(endpoint).toMatchObject({
      url: URL,
      events: ["*"],
      enabled: true,
      state: EndpointState.ACTIVE,
      position: 3n,
      lagEvents: 0n,
    });
    const endpointId = endpoint?.id ?? "";
    const repeated = await world.endpoints.createEndpoint(request);
    expect(repeated).toMatchObject({ endpoint: { id: endpointId }, secret: "" });
    expect((await world.endpoints.listEndpoints({ gameId })).endpoints).toHaveLength(1);
    await recordMany(world, gameId, 1);
    const { endpoint: after } = await world.endpoints.getEndpoint({ gameId, endpointId });
    expect(after).toMatchObject({ position: 3n, lagEvents: 1n });
  });

  test("is one of ten at most, even if many are requested at once", async ({ gameId, world }) => {
    const race = Array.from({ length: 14 }, () => getReason(create(world, gameId)));
    const reasons = await Promise.all(race);
    expect(reasons.filter((reason) => reason === "ENDPOINT_LIMIT")).toHaveLength(4);
    expect((await world.endpoints.listEndpoints({ gameId })).endpoints).toHaveLength(10);
  });

  test.for([
    ["no URL", "example.com/hooks"],
    ["plain http", "http://example.com/hooks"],
    ["another scheme", "ftp://example.com/hooks"],
    ["credentials", "https://user:pass@example.com/"],
    ["a fragment", "https://example.com/#there"],
    ["a private address in disguise", "https://2130706433/"],
  ] as const)("is refused for %s", async ([, url], { gameId, startReplica }) => {
    const { endpoints } = startReplica({ allowPrivate: false });
    const created = endpoints.createEndpoint({ requestId: newId(), gameId, url });
    expect(await getReason(created)).toBe("ENDPOINT_URL_REFUSED");
  });

  test("takes known types of events only, each once", async ({ gameId, world }) => {
    await expect(create(world, gameId, ["entry.*", "entry.jumped"])).rejects.toMatchObject({
      reason: "INVALID_ARGUMENT",
      fields: [{ field: "events[1]" }],
    });
    const { endpoint } = await create(world, gameId, ["entry.*", "entry.*", "payout.paid"]);
    expect(endpoint?.events).toEqual(["entry.*", "payout.paid"]);
  });

  test("publishes its changes, with their actor, and never a secret", async ({ gameId, world }) => {
    const actor: Origin["actor"] = { type: "user", id: newId() };
    await addMember(world, gameId, actor.id, Role.DEVELOPER);
    const options = { headers: originHeaders({ actor, requestId: null }) };
    const { endpoints } = world;
    const request = { requestId: newId(), gameId, url: URL };
    const { endpoint, secret } = await endpoints.createEndpoint(request, options);
    const key = { gameId, endpointId: endpoint?.id ?? "" };
    const update = (change: object) =>
      endpoints.updateEndpoint({ ...key, requestId: newId(), ...change }, options);
    for (let repeat = 0; repeat < 2; repeat++) await update({ description: "ours" });
    await update({ enabled: false });
    await update({ enabled: true, events: ["entry.*"] });
    await endpoints.rollEndpointSecret({ ...key, requestId: newId() }, options);
    await endpoints.revealEndpointSecret(key, options);
    await endpoints.removeEndpoint({ ...key, requestId: newId() }, options);
    const log = await readLog(world, gameId);
    expect(log.map(({ type }) => type.replace("webhook_endpoint.", ""))).toEqual([
      "created",
      "updated",
      "disabled",
      "updated",
      "enabled",
      "rolled",
      "revealed",
      "removed",
    ]);
    for (const { body } of log) {
      expect(body).not.toContain(secret.slice("whsec_".length));
      expect(JSON.parse(body)).toMatchObject({ actor });
    }
    expect(log[2]?.data).toMatchObject({
      reason: "by_user",
      endpoint: { enabled: false, state: "paused", disabledReason: "by_user" },
    });
    expect(await getReason(endpoints.getEndpoint(key))).toBe("ENDPOINT_NOT_FOUND");
    const { rows } = await world.admin.query(
      `SELECT octet_length(sealed_secret) AS bytes, previous_sealed_secret AS previous
       FROM events.endpoint WHERE id = $1`,
      [key.endpointId],
    );
    expect(rows).toEqual([{ bytes: 0, previous: null }]);
  });

  test("that is paused gets its events when it is enabled", async ({ openScene, world }) => {
    const { request, gameId, receiver } = await openScene();
    const enable = (enabled: boolean) => world.endpoints.updateEndpoint({ ...request(), enabled });
    expect((await enable(false)).endpoint).toMatchObject({
      enabled: false,
      state: EndpointState.PAUSED,
      disabledReason: DisabledReason.BY_USER,
    });
    await recordMany(world, gameId, 3);
    const { dispatcher } = world.contexts.events;
    await dispatcher.runOnce();
    expect(receiver.received).toEqual([]);
    await enable(true);
    await dispatcher.runOnce();
    // Two more tell that it was paused and enabled.
    expect(receiver.received).toHaveLength(5);
  });
});

describe("a secret", () => {
  test("is revealed with the former one while that signs too", async ({ openScene, world }) => {
    const scene = await openScene();
    const { secret } = scene;
    expect(await reveal(world, scene)).toMatchObject({ secret, previous: "" });
    const second = await roll(world, scene, 3_600);
    expect(second).toMatch(SECRET);
    expect(await reveal(world, scene)).toMatchObject({ secret: second, previous: secret });
    // There are at most two.
    const third = await roll(world, scene, 86_400);
    expect(await reveal(world, scene)).toMatchObject({ secret: third, previous: second });
    const fourth = await roll(world, scene, 0);
    expect(await reveal(world, scene)).toMatchObject({ secret: fourth, previous: "" });
  });

  test("is in no stored answer, and encrypted for its row alone", async ({ openScene, world }) => {
    const [one, other] = [await openScene(), await openScene()];
    const request = one.request();
    const first = await world.endpoints.rollEndpointSecret(request);
    const repeated = await world.endpoints.rollEndpointSecret(request);
    expect([first.secret === "", repeated.secret]).toEqual([false, ""]);
    await world.admin.query(
      `UPDATE events.endpoint SET sealed_secret = (
         SELECT sealed_secret FROM events.endpoint WHERE id = $1) WHERE id = $2`,
      [one.endpointId, other.endpointId],
    );
    expect(await getReason(reveal(world, other))).toBe("INTERNAL");
  });
});

describe("after a change of SECRETS_KEY, re-encryption", () => {
  const REENCRYPTED = "re-encrypted stored secrets with the first key";
  const DONE = "no stored secret is encrypted with these keys";

  test("keeps secrets without the former key", async ({
    openScene,
    renewed,
    reencryption,
    world,
  }) => {
    const scene = await openScene();
    const { gameId, secret: first, receiver } = scene;
    const second = await roll(world, scene);
    expect(await getReason(reveal(renewed, scene))).toBe("INTERNAL");
    await reencryption.start().runOnce();
    expect(await reveal(renewed, scene)).toMatchObject({ secret: second, previous: first });
    await recordMany(world, gameId, 1);
    await dispatchAll(world, scene, renewed.context);
    expect(receiver.received.length).toBeGreaterThan(0);
    for (const { body, headers } of receiver.received) {
      const message = { eventId: String(headers["webhook-id"]), body };
      const at = Number(headers["webhook-timestamp"]) * 1_000;
      const secrets = [second, first].map((secret) => Buffer.from(secret.slice(6), "base64"));
      expect(headers).toMatchObject(signedHeaders(message, secrets, at));
    }
  });

  test("logs the number of re-encrypted secrets, and when none is left", async ({
    openScene,
    reencryption,
    world,
  }) => {
    const { lines } = reencryption;
    const loop = reencryption.start();
    await openScene();
    await roll(world, await openScene());
    await loop.runOnce();
    expect(lines).toMatchObject([{ level: "info", msg: REENCRYPTED, resealed: 3, key: "newer" }]);
    for (let repeat = 0; repeat < 2; repeat++) await loop.runOnce();
    expect(lines.slice(1)).toMatchObject([{ level: "info", msg: DONE, keys: ["secrets"] }]);
    // Another process still encrypts with the former key.
    await openScene();
    for (let repeat = 0; repeat < 2; repeat++) await loop.runOnce();
    expect(lines.slice(2)).toMatchObject([{ msg: REENCRYPTED, resealed: 1 }, { msg: DONE }]);
  });

  test("may run on several replicas at once", async ({ openScene, renewed, reencryption }) => {
    const scenes = await Promise.all([1, 2, 3].map(() => openScene()));
    await Promise.all([1, 2, 3].map(() => reencryption.start().runOnce()));
    const counts = reencryption.lines.map(({ resealed }) => Number(resealed ?? 0));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3);
    for (const scene of scenes)
      expect(await reveal(renewed, scene)).toMatchObject({ secret: scene.secret });
  });

  test("keeps a secret rolled meanwhile", async ({ openScene, renewed, reencryption, world }) => {
    const scene = await openScene();
    const { gameId, endpointId } = scene;
    const { db, secretsKeys } = world.contexts.events;
    const { secret, encrypted } = makeSecret(secretsKeys, endpointId);
    const loop = reencryption.start();
    let meanwhile: Promise<void> | undefined;
    await transaction(db, "events.roll-secret", async (tx) => {
      await lockEndpoint(tx, gameId, endpointId);
      meanwhile = loop.runOnce();
      // It has read the secret, and waits for the row.
      await waitForLocks(world);
      await rollSecret(tx, endpointId, encrypted, 3_600);
    });
    await meanwhile;
    const rolled = { secret: formatSecret(secret), previous: scene.secret };
    expect(await reveal(world, scene)).toMatchObject(rolled);
    expect(reencryption.lines).toEqual([]);
    await loop.runOnce();
    expect(await reveal(renewed, scene)).toMatchObject(rolled);
  });

  test("skips a secret that cannot be decrypted", async ({
    openScene,
    renewed,
    reencryption,
    world,
  }) => {
    const [damaged, sound] = [await openScene(), await openScene()];
    await world.admin.query(
      `UPDATE events.endpoint SET sealed_secret = sealed_secret || '\\x00' WHERE id = $1`,
      [damaged.endpointId],
    );
    await reencryption.start().runOnce();
    expect(reencryption.lines).toMatchObject([
      { level: "error", id: damaged.endpointId },
      { msg: REENCRYPTED, resealed: 1 },
    ]);
    expect(await reveal(renewed, sound)).toMatchObject({ secret: sound.secret });
  });
});
