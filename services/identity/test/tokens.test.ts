import { createLocalJWKSet, decodeProtectedHeader, jwtVerify, SignJWT, type JWK } from "jose";
import { createResealing } from "@tms/kit/database/resealing";
import { newId } from "@tms/kit/values/ids";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { SEALED_KEYS } from "../src/db/signing-keys.ts";
import { tendKeys } from "../src/tokens/signing-keys.ts";
import {
  newSource,
  PUBLIC_URL,
  ring,
  startIdentity,
  type IdentityUnderTest,
  type Person,
} from "./service.ts";

let identity: IdentityUnderTest;
let person: Person;
beforeAll(async () => void (identity = await startIdentity()));
afterAll(() => identity.stop());
beforeEach(async () => {
  await identity.admin.query(`DELETE FROM identity.signing_key`);
  person = await identity.join();
});

const jwks = async (): Promise<JWK[]> =>
  (await identity.client.listSigningKeys({})).keys.map(({ id: kid, publicKey }) => ({
    kty: "OKP",
    crv: "Ed25519",
    alg: "Ed25519",
    use: "sig",
    kid,
    x: Buffer.from(publicKey).toString("base64url"),
  }));
/** Checks a token as the gateway will. */
const check = async (token: string, now = new Date()) =>
  await jwtVerify(token, createLocalJWKSet({ keys: await jwks() }), {
    algorithms: ["Ed25519"],
    issuer: PUBLIC_URL,
    audience: PUBLIC_URL,
    typ: "at+jwt",
    requiredClaims: ["sub", "sid", "exp"],
    clockTolerance: 5,
    currentDate: now,
  });
const refresh = async (token: string) => {
  const source = newSource();
  const { signedIn } = await identity.client.refreshSession({ refreshToken: token, source });
  return { access: signedIn?.accessToken ?? "", next: signedIn?.refreshToken ?? "" };
};
const keyOf = (token: string) => decodeProtectedHeader(token).kid;
/** Lets time pass for every signing key. */
const wait = (interval: string) =>
  identity.admin.query(`UPDATE identity.signing_key SET active_at = active_at - $1::interval`, [
    interval,
  ]);
const tend = () => tendKeys(identity.context.db, identity.settings.secretsKeys);

describe("an access token", () => {
  test("says who and by which session, and no role", async () => {
    const { payload, protectedHeader } = await check(person.accessToken);
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

  test("expires after ten minutes", async () => {
    await check(person.accessToken, new Date(Date.now() + 603_000));
    await expect(check(person.accessToken, new Date(Date.now() + 606_000))).rejects.toMatchObject({
      code: "ERR_JWT_EXPIRED",
    });
  });

  test("cannot be made from the public key", async () => {
    const [{ x = "", kid = "" } = {}] = await jwks();
    const forged = await new SignJWT({ sid: person.sessionId })
      .setProtectedHeader({ alg: "HS256", typ: "at+jwt", kid })
      .setIssuer(PUBLIC_URL)
      .setAudience(PUBLIC_URL)
      .setSubject(person.userId)
      .setExpirationTime("10m")
      .sign(Buffer.from(x, "base64url"));
    await expect(check(forged)).rejects.toMatchObject({ code: "ERR_JOSE_ALG_NOT_ALLOWED" });
  });
});

describe("signing keys", () => {
  test("are made once by many who need one at once", async () => {
    await identity.admin.query(`DELETE FROM identity.signing_key`);
    await Promise.all(Array.from({ length: 8 }, tend));
    expect(await jwks()).toHaveLength(1);
  });

  test("are replaced after thirty days, and published a day before", async () => {
    const [first] = await jwks();
    await wait("28 days 23 hours");
    await tend();
    expect(await jwks()).toHaveLength(1);
    await wait("1 hour");
    await Promise.all([1, 2, 3].map(tend));
    const [second, ...others] = await jwks();
    expect(others).toEqual([first]);
    const { access, next } = await refresh(person.refreshToken);
    expect(keyOf(access)).toBe(first?.kid);
    await wait("23 hours");
    const { access: last, next: after } = await refresh(next);
    expect(keyOf(last)).toBe(first?.kid);
    await wait("1 hour");
    expect(keyOf((await refresh(after)).access)).toBe(second?.kid);
  });

  test("that were replaced verify their tokens until these expire, and a day more", async () => {
    const [first] = await jwks();
    await wait("29 days");
    await tend();
    await wait("1 day");
    await tend();
    await check(person.accessToken);
    await wait("1 day 10 minutes");
    await tend();
    expect((await jwks()).map(({ kid }) => kid)).toContain(first?.kid);
    await check(person.accessToken);
    await wait("10 seconds");
    await tend();
    expect((await jwks()).map(({ kid }) => kid)).not.toContain(first?.kid);
  });

  test("are published a day before their use also when nobody came by for months", async () => {
    await wait("100 days");
    await tend();
    const { keys } = await identity.client.listSigningKeys({});
    const activeInS = Number(keys[0]?.activeTime?.seconds) - Date.now() / 1000;
    expect(activeInS).toBeGreaterThan(86_000);
    expect(keyOf((await refresh(person.refreshToken)).access)).toBe(keys[1]?.id);
  });

  test("replaced in an emergency end all that they signed, and no session", async () => {
    const requestId = newId();
    const { key } = await identity.client.rotateSigningKey({ requestId });
    await expect(check(person.accessToken)).rejects.toMatchObject({
      code: "ERR_JWKS_NO_MATCHING_KEY",
    });
    const { access } = await refresh(person.refreshToken);
    expect(keyOf(access)).toBe(key?.id);
    await check(access);
    // A repeat is answered with the same key.
    expect((await identity.client.rotateSigningKey({ requestId })).key).toEqual(key);
    await check(access);
  });

  test("are stored sealed, each for its own row", async () => {
    const { rows } = await identity.admin.query(
      `SELECT sealed_private_key, public_key FROM identity.signing_key`,
    );
    // PKCS#8 of an Ed25519 key begins with these bytes.
    const beginning = Buffer.from("302e020100300506032b6570", "hex");
    for (const row of rows) expect(row.sealed_private_key.includes(beginning)).toBe(false);
    const id = newId();
    await identity.admin.query(
      `INSERT INTO identity.signing_key (id, public_key, sealed_private_key, active_at)
       SELECT $1, public_key, sealed_private_key, now() FROM identity.signing_key`,
      [id],
    );
    await expect(tend()).rejects.toThrow("unable to authenticate data");
  });

  test("of a former SECRETS_KEY go on while it is listed; without it a new one is made", async () => {
    const [former] = identity.settings.secretsKeys;
    const [newer] = ring("newer");
    const kidOf = async (other: IdentityUnderTest) => {
      try {
        const { refreshToken } = await other.join();
        const source = newSource();
        const { signedIn } = await other.client.refreshSession({ refreshToken, source });
        return keyOf(signedIn?.accessToken ?? "");
      } finally {
        await other.stop();
      }
    };
    const both = await identity.another({ secretsKeys: [newer, former] });
    expect(await kidOf(both)).toBe(keyOf(person.accessToken));
    const without = await identity.another({ secretsKeys: [newer] });
    const made = await kidOf(without);
    expect(made).not.toBe(keyOf(person.accessToken));
    expect((await jwks()).map(({ kid }) => kid)).toContain(made);
  });

  test("sealed anew after a change of SECRETS_KEY sign on without the former one", async () => {
    const [former] = identity.settings.secretsKeys;
    const [newer] = ring("newer");
    const { db, log } = identity.context;
    await createResealing(db, log, [newer, former], SEALED_KEYS).runOnce();
    const without = await identity.another({ secretsKeys: [newer] });
    try {
      const { accessToken } = await without.join();
      expect(keyOf(accessToken)).toBe(keyOf(person.accessToken));
      await check(accessToken);
    } finally {
      await without.stop();
    }
  });
});
