import { createReencryption } from "@tms/kit/database/reencryption";
import { newId } from "@tms/kit/values/ids";
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify, type JWK } from "jose";
import { PUBLIC_URL } from "../../../test/world/world.ts";
import { ENCRYPTED_KEYS } from "../src/db/signing-keys.ts";
import { tendKeys } from "../src/tokens.ts";
import { createKeys, describe, expect, test as base, type Identity } from "./people.ts";

/** Tests of tokens; `keys` are those that sign them, and `person` is signed in. */
const test = base
  .extend("keys", async ({ identity }) => {
    await identity.admin.query(`DELETE FROM identity.signing_key`);
    return createSigning(identity);
  })
  .extend("person", async ({ identity, keys }) => {
    await keys.tend();
    return await identity.join();
  });

const keyOf = (token: string) => decodeProtectedHeader(token).kid;

function createSigning({ client, context, admin }: Identity) {
  const list = async (): Promise<JWK[]> =>
    (await client.listSigningKeys({})).keys.map(({ id: kid, publicKey }) => ({
      kty: "OKP",
      crv: "Ed25519",
      alg: "Ed25519",
      use: "sig",
      kid,
      x: Buffer.from(publicKey).toString("base64url"),
    }));
  return {
    list,
    /** Checks a token as the gateway will. */
    check: async (token: string, now = new Date()) =>
      await jwtVerify(token, createLocalJWKSet({ keys: await list() }), {
        algorithms: ["Ed25519"],
        issuer: PUBLIC_URL,
        audience: PUBLIC_URL,
        typ: "at+jwt",
        requiredClaims: ["sub", "sid", "exp"],
        clockTolerance: 5,
        currentDate: now,
      }),
    /** Makes every signing key older. */
    wait: (interval: string) =>
      admin.query(`UPDATE identity.signing_key SET active_at = active_at - $1::interval`, [
        interval,
      ]),
    tend: () => tendKeys(context.db, context.secretsKeys),
  };
}

describe("an access token", () => {
  test("names the person and the session, and no role", async ({ keys, person }) => {
    const { payload, protectedHeader } = await keys.check(person.accessToken);
    expect(protectedHeader).toEqual({ alg: "Ed25519", typ: "at+jwt", kid: expect.any(String) });
    expect(payload).toEqual({
      iss: PUBLIC_URL,
      aud: PUBLIC_URL,
      sub: person.userId,
      sid: person.sessionId,
      jti: expect.any(String),
      iat: expect.any(Number),
      exp: (payload.iat ?? 0) + 600,
    });
    expect(Number(person.expireTime?.seconds)).toBe(payload.exp);
  });
});

describe("signing keys", () => {
  test("are published a day before they replace others", async ({ identity, keys, person }) => {
    const [first] = await keys.list();
    await keys.wait("28 days 23 hours");
    await keys.tend();
    expect(await keys.list()).toHaveLength(1);
    await keys.wait("1 hour");
    await Promise.all([1, 2, 3].map(keys.tend));
    const [second, ...others] = await keys.list();
    expect(others).toEqual([first]);
    const { accessToken: access, refreshToken: next } = await identity.refresh(person.refreshToken);
    expect(keyOf(access)).toBe(first?.kid);
    await keys.wait("23 hours");
    const { accessToken: last, refreshToken: after } = await identity.refresh(next);
    expect(keyOf(last)).toBe(first?.kid);
    await keys.wait("1 hour");
    expect(keyOf((await identity.refresh(after)).accessToken)).toBe(second?.kid);
  });

  test("verify their tokens until these expire, and a day more", async ({ keys, person }) => {
    const [first] = await keys.list();
    await keys.wait("29 days");
    await keys.tend();
    await keys.wait("1 day");
    await keys.tend();
    await keys.check(person.accessToken);
    await keys.wait("1 day 10 minutes");
    await keys.tend();
    expect((await keys.list()).map(({ kid }) => kid)).toContain(first?.kid);
    await keys.check(person.accessToken);
    await keys.wait("10 seconds");
    await keys.tend();
    expect((await keys.list()).map(({ kid }) => kid)).not.toContain(first?.kid);
  });

  test("are published a day early even after months", async ({ identity, keys, person }) => {
    await keys.wait("100 days");
    await keys.tend();
    const [next, present] = (await identity.client.listSigningKeys({})).keys;
    const activeInS = Number(next?.activeTime?.seconds) - Date.now() / 1000;
    expect(activeInS).toBeGreaterThan(86_000);
    expect(keyOf((await identity.refresh(person.refreshToken)).accessToken)).toBe(present?.id);
  });

  test("that are replaced at once end their tokens only", async ({ identity, keys, person }) => {
    const requestId = newId();
    const { key } = await identity.client.rotateSigningKey({ requestId });
    await expect(keys.check(person.accessToken)).rejects.toMatchObject({
      code: "ERR_JWKS_NO_MATCHING_KEY",
    });
    const { accessToken: access } = await identity.refresh(person.refreshToken);
    expect(keyOf(access)).toBe(key?.id);
    await keys.check(access);
    // A repeat is answered with the same key.
    expect((await identity.client.rotateSigningKey({ requestId })).key).toEqual(key);
    await keys.check(access);
  });

  test("are stored encrypted, each for its own row", async ({ identity, keys }) => {
    await keys.tend();
    const { rows } = await identity.admin.query<{ encrypted: Buffer }>(
      `SELECT sealed_private_key AS encrypted FROM identity.signing_key`,
    );
    // PKCS#8 of an Ed25519 key begins with these bytes.
    const beginning = Buffer.from("302e020100300506032b6570", "hex");
    expect(rows).toHaveLength(1);
    for (const { encrypted } of rows) expect(encrypted.includes(beginning)).toBe(false);
    const id = newId();
    await identity.admin.query(
      `INSERT INTO identity.signing_key (id, public_key, sealed_private_key, active_at)
       SELECT $1, public_key, sealed_private_key, now() FROM identity.signing_key`,
      [id],
    );
    await expect(keys.tend()).rejects.toThrow("unable to authenticate data");
  });

  test("of a former SECRETS_KEY sign while it is listed", async ({ identity, keys, person }) => {
    const newer = createKeys("newer");
    const both = identity.start({ secretsKeys: [...newer, ...identity.context.secretsKeys] });
    expect(keyOf((await both.join()).accessToken)).toBe(keyOf(person.accessToken));
    const without = identity.start({ secretsKeys: newer });
    const kid = keyOf((await without.join()).accessToken);
    expect(kid).not.toBe(keyOf(person.accessToken));
    expect((await keys.list()).map((key) => key.kid)).toContain(kid);
  });

  test("sign without the former SECRETS_KEY when re-encrypted", async ({
    identity,
    keys,
    person,
  }) => {
    const newer = createKeys("newer");
    const { db, log, secretsKeys } = identity.context;
    await createReencryption(db, log, [...newer, ...secretsKeys], ENCRYPTED_KEYS).runOnce();
    const { accessToken } = await identity.start({ secretsKeys: newer }).join();
    expect(keyOf(accessToken)).toBe(keyOf(person.accessToken));
    await keys.check(accessToken);
  });
});
