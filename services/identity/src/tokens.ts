import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { Db, Tx } from "@tms/kit/database/handle";
import { transaction } from "@tms/kit/database/transaction";
import type { Logger } from "@tms/kit/process/log";
import { startLoop } from "@tms/kit/process/loop";
import { newId } from "@tms/kit/values/ids";
import { decrypt, encrypt, type Keyring } from "@tms/kit/values/keyring";
import { SignJWT } from "jose";
import { createPrivateKey, generateKeyPairSync } from "node:crypto";
import type { Context } from "./context.ts";
import {
  deleteKeys,
  insertKey,
  listKeys,
  lockKeys,
  type AgedKey,
  type SigningKeyRow,
} from "./db/signing-keys.ts";

const TOKEN_S = 600;
/** The accepted difference between clocks. */
const LEEWAY_S = 5;

/** Issues an access token. The token contains no rights, because rights are looked up for each request. */
export async function issueAccessToken(
  { db, publicUrl, secretsKeys }: Context,
  session: { id: string; userId: string },
) {
  const { id: kid, privateKey } = await currentSigner(db, secretsKeys);
  const issuedAt = Math.floor(Date.now() / 1000);
  const expiresAtS = issuedAt + TOKEN_S;
  const accessToken = await new SignJWT({ sid: session.id })
    .setProtectedHeader({ alg: "Ed25519", typ: "at+jwt", kid })
    .setIssuer(publicUrl)
    .setAudience(publicUrl)
    .setSubject(session.userId)
    .setJti(newId())
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAtS)
    .sign(privateKey);
  return { accessToken, expireTime: timestampFromMs(expiresAtS * 1000) };
}

const DAY_S = 86_400;
/** The time for which a key signs. */
const PERIOD_S = 30 * DAY_S;
/** The time for which a key is published before it signs, because verifiers cache the list of keys. */
const AHEAD_S = DAY_S;
/** The time for which a replaced key is kept: a day longer than its last token is valid. */
const KEEP_S = TOKEN_S + LEEWAY_S + DAY_S;

/** Returns the key that signs now. Creates a key if no key can sign. */
export async function currentSigner(db: Db, secretsKeys: Keyring) {
  const signer =
    signerOf(await listKeys(db), secretsKeys) ??
    (await tendKeys(db, secretsKeys).then(async () => signerOf(await listKeys(db), secretsKeys)));
  if (signer === undefined) throw new Error("no signing key exists");
  return signer;
}

/** Lists the keys of accepted tokens, and the next key, newest first. */
export async function publishedKeys(db: Db, secretsKeys: Keyring): Promise<SigningKeyRow[]> {
  await tendKeys(db, secretsKeys);
  return await listKeys(db);
}

/** Creates the next signing key if it is due, and deletes keys that are no longer needed. */
export async function tendKeys(db: Db, secretsKeys: Keyring): Promise<void> {
  if (!needsCare(await listKeys(db), secretsKeys)) return;
  await transaction(db, "identity.rotate-signing-key", async (tx) => {
    await lockKeys(tx);
    const keys = await listKeys(tx);
    const inSeconds = nextKeyIn(keys, secretsKeys);
    if (inSeconds !== undefined) await makeKey(tx, secretsKeys, inSeconds);
    await deleteKeys(tx, retiredKeys(keys));
  });
}

const CARE_EVERY_MS = 60_000;

export const startKeyCare = (db: Db, secretsKeys: Keyring, log: Logger) =>
  startLoop("signing keys", CARE_EVERY_MS, () => tendKeys(db, secretsKeys).then(() => false), log);

/** Replaces all keys with a new key. All access tokens become invalid. */
export async function replaceKeys(tx: Tx, secretsKeys: Keyring): Promise<SigningKeyRow> {
  await lockKeys(tx);
  const keys = await listKeys(tx);
  const ids = keys.map(({ id }) => id);
  await deleteKeys(tx, ids);
  return await makeKey(tx, secretsKeys, 0);
}

const needsCare = (keys: readonly AgedKey[], secretsKeys: Keyring): boolean =>
  nextKeyIn(keys, secretsKeys) !== undefined || retiredKeys(keys).length > 0;

/** Returns the seconds after which a new key is to sign, or undefined if no new key is due. */
function nextKeyIn(keys: readonly AgedKey[], secretsKeys: Keyring): number | undefined {
  // A key cannot sign if the key that encrypted it was removed from SECRETS_KEY.
  const newest = keys.find((key) => privateKeyOf(key, secretsKeys) !== undefined);
  if (newest === undefined) return 0;
  const leftS = PERIOD_S - newest.activeForS;
  return leftS > AHEAD_S ? undefined : Math.max(leftS, AHEAD_S);
}

/** Returns the ids of keys that were replaced longer than KEEP_S ago. `keys` has the newest first. */
const retiredKeys = (keys: readonly AgedKey[]): string[] =>
  keys.flatMap(({ id }, index) => {
    const successor = keys[index - 1];
    return successor !== undefined && successor.activeForS > KEEP_S ? [id] : [];
  });

function signerOf(keys: readonly AgedKey[], secretsKeys: Keyring) {
  for (const key of keys) {
    if (key.activeForS < 0) continue;
    const privateKey = privateKeyOf(key, secretsKeys);
    if (privateKey !== undefined) return { id: key.id, privateKey };
  }
  return undefined;
}

function privateKeyOf({ id, encryptedPrivateKey }: SigningKeyRow, secretsKeys: Keyring) {
  const key = decrypt(secretsKeys, encryptedPrivateKey, id);
  return key && createPrivateKey({ key, format: "der", type: "pkcs8" });
}

async function makeKey(tx: Tx, secretsKeys: Keyring, inSeconds: number): Promise<SigningKeyRow> {
  const id = newId();
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const { x = "" } = publicKey.export({ format: "jwk" });
  const secret = privateKey.export({ format: "der", type: "pkcs8" });
  const encryptedPrivateKey = encrypt(secretsKeys, secret, id);
  const key = { id, publicKey: Buffer.from(x, "base64url"), encryptedPrivateKey };
  return await insertKey(tx, key, inSeconds);
}
