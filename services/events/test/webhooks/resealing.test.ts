import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createResealing } from "@tms/kit/database/resealing";
import { transaction } from "@tms/kit/database/transaction";
import { createLogger } from "@tms/kit/process/log";
import { newId } from "@tms/kit/values/ids";
import type { Keyring } from "@tms/kit/values/keyring";
import { lockEndpoint, rollSecret, SEALED_SECRETS } from "../../src/db/endpoints.ts";
import { formatSecret, makeSecret } from "../../src/endpoints/secret.ts";
import { signedHeaders } from "../../src/sending/sign.ts";
import { startEvents, testKeys, type EventsUnderTest } from "../service.ts";
import { createScenes, dispatchAll, tellOf } from "./scene.ts";

const [newer] = testKeys("newer");
let service: EventsUnderTest;
/** The list while the keys change: the newer one seals, the former one opens. */
let both: Keyring;
let renewed: EventsUnderTest;
const { scene, end } = createScenes(() => service);
beforeAll(async () => {
  service = await startEvents();
  both = [newer, service.context.secretsKeys[0]];
  renewed = await service.another([newer]);
});
afterAll(async () => {
  await renewed.stop();
  await service.stop();
});
afterEach(end);

interface Line {
  msg: string;
  [field: string]: unknown;
}
let lines: Line[];
beforeEach(() => void (lines = []));

function resealing(keys = both) {
  const write = (line: string) => void lines.push(JSON.parse(line) as Line);
  return createResealing(
    service.context.db,
    createLogger("test", "info", { write }),
    keys,
    SEALED_SECRETS,
  );
}

const roll = async (named: { gameId: string; endpointId: string }) =>
  (await service.endpoints.rollEndpointSecret({ ...named, requestId: newId() })).secret;

/** How many statements wait for a lock. */
async function waiting(): Promise<number> {
  const { rows } = await service.admin.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows[0]?.count ?? 0;
}

const SEALED_ANEW = "stored secrets were sealed anew";
const DONE = "no stored secret is sealed under these keys any more";

describe("after a change of SECRETS_KEY", () => {
  test("secrets are sealed anew, and sign the same without the former key", async () => {
    const { named, gameId, secret: first, receiver } = await scene();
    const second = await roll(named);
    await expect(renewed.endpoints.revealEndpointSecret(named)).rejects.toMatchObject({
      reason: "INTERNAL",
    });
    await resealing().runOnce();
    expect(await renewed.endpoints.revealEndpointSecret(named)).toMatchObject({
      secret: second,
      previous: first,
    });
    await tellOf(service, gameId, 1);
    await dispatchAll(renewed, { named });
    expect(receiver.received.length).toBeGreaterThan(0);
    for (const { body, headers } of receiver.received) {
      const message = { eventId: String(headers["webhook-id"]), body };
      const at = Number(headers["webhook-timestamp"]) * 1_000;
      const secrets = [second, first].map((secret) => Buffer.from(secret.slice(6), "base64"));
      expect(headers).toMatchObject(signedHeaders(message, secrets, at));
    }
  });

  test("the log tells how many were sealed anew, and once that none is left", async () => {
    await scene();
    await roll((await scene()).named);
    const upkeep = resealing();
    await upkeep.runOnce();
    expect(lines).toMatchObject([{ level: "info", msg: SEALED_ANEW, resealed: 3, key: "newer" }]);
    await upkeep.runOnce();
    await upkeep.runOnce();
    expect(lines.slice(1)).toMatchObject([{ level: "info", msg: DONE, keys: ["test"] }]);
    // A process with the former list came last.
    await scene();
    await upkeep.runOnce();
    await upkeep.runOnce();
    expect(lines.slice(2)).toMatchObject([{ msg: SEALED_ANEW, resealed: 1 }, { msg: DONE }]);
  });

  test("replicas may seal the same anew at once", async () => {
    const scenes = await Promise.all([1, 2, 3].map(() => scene()));
    await Promise.all([resealing(), resealing(), resealing()].map((one) => one.runOnce()));
    expect(lines.reduce((sum, { resealed }) => sum + Number(resealed ?? 0), 0)).toBe(3);
    for (const { named, secret } of scenes)
      expect(await renewed.endpoints.revealEndpointSecret(named)).toMatchObject({ secret });
  });

  test("a secret that is rolled meanwhile stays the one it was rolled to", async () => {
    const { named, secret: first } = await scene();
    const { db, secretsKeys } = service.context;
    const { secret, sealed } = makeSecret(secretsKeys, named.endpointId);
    const upkeep = resealing();
    let meanwhile: Promise<void> | undefined;
    await transaction(db, "events.roll-secret", async (tx) => {
      await lockEndpoint(tx, named.gameId, named.endpointId);
      meanwhile = upkeep.runOnce();
      // It has read the secret, and waits for the row.
      await expect.poll(waiting).toBe(1);
      await rollSecret(tx, named.endpointId, sealed, 3_600);
    });
    await meanwhile;
    const rolled = { secret: formatSecret(secret), previous: first };
    expect(await service.endpoints.revealEndpointSecret(named)).toMatchObject(rolled);
    expect(lines).toEqual([]);
    await upkeep.runOnce();
    expect(await renewed.endpoints.revealEndpointSecret(named)).toMatchObject(rolled);
  });

  test("one that cannot be opened does not keep the others under the former key", async () => {
    const [damaged, sound] = [await scene(), await scene()];
    await service.admin.query(
      `UPDATE events.endpoint SET sealed_secret = sealed_secret || '\\x00' WHERE id = $1`,
      [damaged.endpointId],
    );
    await resealing().runOnce();
    expect(lines).toMatchObject([
      { level: "error", id: damaged.endpointId },
      { msg: SEALED_ANEW, resealed: 1 },
    ]);
    const { secret } = await renewed.endpoints.revealEndpointSecret(sound.named);
    expect(secret).toBe(sound.secret);
  });
});
