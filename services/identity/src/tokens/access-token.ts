import { SignJWT } from "jose";
import type { Db } from "@tms/kit/database/handle";
import { newId } from "@tms/kit/values/ids";
import type { Keyring } from "@tms/kit/values/keyring";
import { TOKEN_S } from "./lifetime.ts";
import { currentSigner } from "./signing-keys.ts";

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
