import type { Db, Tx } from "@tms/kit/database/handle";
import { transaction } from "@tms/kit/database/transaction";
import { newId } from "@tms/kit/values/ids";
import { open, seal, type Keyring } from "@tms/kit/values/keyring";
import { SignJWT } from "jose";
import { createPrivateKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import {
  deleteKeys,
  insertKey,
  listKeys,
  lockKeys,
  type AgedKey,
  type SigningKeyRow,
} from "./db/signing-keys.ts";

/** How long an access token is valid. */
export const TOKEN_S = 600;
/** By how much the clocks of those who check it may differ. */
export const LEEWAY_S = 5;

/** An access token, and when it expires. */
export interface AccessToken {
  token: string;
  expiresAt: Date;
}

/** What tokens are issued with. */
export interface Issuer {
  db: Db;
  publicUrl: string;
  secretsKeys: Keyring;
}

/** Issues a JWT that says who acts by which session; what they may do is looked up with each use. */
export async function issueAccessToken(
  { db, publicUrl, secretsKeys }: Issuer,
  session: { id: string; userId: string },
): Promise<AccessToken> {
  const { id: kid, privateKey } = await currentSigner(db, secretsKeys);
  const issuedAt = Math.floor(Date.now() / 1000);
  const expiresAt = issuedAt + TOKEN_S;
  const token = await new SignJWT({ sid: session.id })
    .setProtectedHeader({ alg: "Ed25519", typ: "at+jwt", kid })
    .setIssuer(publicUrl)
    .setAudience(publicUrl)
    .setSubject(session.userId)
    .setJti(newId())
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(privateKey);
  return { token, expiresAt: new Date(expiresAt * 1000) };
}

const DAY_S = 86_400;
/** How long a key signs. */
const PERIOD_S = 30 * DAY_S;
/** How long before it signs a key is published, for those who keep the list of keys. */
const AHEAD_S = DAY_S;
/** How long a key is kept after its last token: a day longer than that token is accepted. */
const KEEP_S = TOKEN_S + LEEWAY_S + DAY_S;

/** A key to sign with. */
export interface Signer {
  id: string;
  privateKey: KeyObject;
}

/** The key that signs now; made if there is none. */
export async function currentSigner(db: Db, secretsKeys: Keyring): Promise<Signer> {
  const signer =
    signerOf(await listKeys(db), secretsKeys) ??
    (await tendKeys(db, secretsKeys).then(async () => signerOf(await listKeys(db), secretsKeys)));
  if (signer === undefined) throw new Error("no signing key exists");
  return signer;
}

/** The keys whose tokens are accepted, and the next one; the newest first. */
export async function publishedKeys(db: Db, secretsKeys: Keyring): Promise<SigningKeyRow[]> {
  await tendKeys(db, secretsKeys);
  return await listKeys(db);
}

/** Makes the next key when it is time, and deletes those that nobody needs any more. */
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

/** Replaces all keys by a new one, which ends every access token there is. */
export async function replaceKeys(tx: Tx, secretsKeys: Keyring): Promise<SigningKeyRow> {
  await lockKeys(tx);
  const keys = await listKeys(tx);
  await deleteKeys(
    tx,
    keys.map(({ id }) => id),
  );
  return await makeKey(tx, secretsKeys, 0);
}

const needsCare = (keys: readonly AgedKey[], secretsKeys: Keyring): boolean =>
  nextKeyIn(keys, secretsKeys) !== undefined || retiredKeys(keys).length > 0;

/** In how many seconds the key that is to be made now begins to sign; undefined if none is due. */
function nextKeyIn(keys: readonly AgedKey[], secretsKeys: Keyring): number | undefined {
  // A key sealed under a secret that is gone can sign no more.
  const newest = keys.find((key) => privateKeyOf(key, secretsKeys) !== undefined);
  if (newest === undefined) return 0;
  const leftS = PERIOD_S - newest.activeForS;
  return leftS > AHEAD_S ? undefined : Math.max(leftS, AHEAD_S);
}

/** Keys are listed newest first: one signed its last token when the one before it became active. */
const retiredKeys = (keys: readonly AgedKey[]): string[] =>
  keys.flatMap(({ id }, index) => {
    const successor = keys[index - 1];
    return successor !== undefined && successor.activeForS > KEEP_S ? [id] : [];
  });

function signerOf(keys: readonly AgedKey[], secretsKeys: Keyring): Signer | undefined {
  for (const key of keys) {
    if (key.activeForS < 0) continue;
    const privateKey = privateKeyOf(key, secretsKeys);
    if (privateKey !== undefined) return { id: key.id, privateKey };
  }
  return undefined;
}

function privateKeyOf(
  { id, sealedPrivateKey }: SigningKeyRow,
  secretsKeys: Keyring,
): KeyObject | undefined {
  const key = open(secretsKeys, sealedPrivateKey, id);
  return key && createPrivateKey({ key, format: "der", type: "pkcs8" });
}

async function makeKey(tx: Tx, secretsKeys: Keyring, inSeconds: number): Promise<SigningKeyRow> {
  const id = newId();
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const { x = "" } = publicKey.export({ format: "jwk" });
  const secret = privateKey.export({ format: "der", type: "pkcs8" });
  return await insertKey(
    tx,
    {
      id,
      publicKey: Buffer.from(x, "base64url"),
      sealedPrivateKey: seal(secretsKeys, secret, id),
    },
    inSeconds,
  );
}
