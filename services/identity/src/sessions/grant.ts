import { create } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { DomainError, found } from "@tms/kit/errors/domain-error";
import { mac, macs, type Keyring } from "@tms/kit/values/keyring";
import { SignedInSchema, type SignedIn } from "@tms/proto/tms/identity/v1/identity";
import { timingSafeEqual } from "node:crypto";
import { findAccount, type AccountRow } from "../db/accounts.ts";
import { findSession, type SessionRow } from "../db/sessions.ts";
import { sessionMessage, userMessage } from "../messages.ts";
import { issueAccessToken, type AccessToken, type Issuer } from "../tokens.ts";
import type { Opened } from "./open.ts";

const PREFIX = "tmsr_";
const ID_BYTES = 16;
const GENERATION_BYTES = 4;
const MAC_BYTES = 32;
const TOKEN_BYTES = ID_BYTES + GENERATION_BYTES + MAC_BYTES;
const FORM = /^tmsr_[A-Za-z0-9_-]{70}$/;
const LABEL = "refresh-token";

/** The content of a refresh token, before it is checked. */
export interface RefreshClaim {
  sessionId: string;
  /** Increases by one with each use. */
  generation: number;
  mac: Buffer;
}

/** Returns the refresh token of one generation of a session. It is always the same. */
export function refreshToken(
  keys: Keyring,
  session: { id: string; salt: Uint8Array },
  generation: number,
): string {
  const body = bodyOf(session.id, generation);
  const proof = mac(keys, LABEL, session.salt, body);
  return PREFIX + Buffer.concat([body, proof]).toString("base64url");
}

export function parseRefreshToken(text: string): RefreshClaim | undefined {
  if (!FORM.test(text)) return undefined;
  const encoded = text.slice(PREFIX.length);
  const bytes = Buffer.from(encoded, "base64url");
  // The last character has unused bits. Only its canonical form is valid.
  if (bytes.length !== TOKEN_BYTES || bytes.toString("base64url") !== encoded) return undefined;
  const hex = bytes.toString("hex", 0, ID_BYTES);
  return {
    sessionId: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5"),
    generation: bytes.readUInt32BE(ID_BYTES),
    mac: bytes.subarray(ID_BYTES + GENERATION_BYTES),
  };
}

/** Reports whether this service made a token. Its session may have ended. */
export function isGenuine(
  keys: Keyring,
  { sessionId, generation, mac: proof }: RefreshClaim,
  salt: Uint8Array,
): boolean {
  const body = bodyOf(sessionId, generation);
  return macs(keys, LABEL, salt, body).some((expected) => timingSafeEqual(expected, proof));
}

function bodyOf(sessionId: string, generation: number): Buffer {
  const body = Buffer.alloc(ID_BYTES + GENERATION_BYTES);
  body.write(sessionId.replaceAll("-", ""), "hex");
  body.writeUInt32BE(generation, ID_BYTES);
  return body;
}

export interface Granter extends Issuer {
  sessionKeys: Keyring;
}

const FIRST_GENERATION = 1;

export const signedIn = ({ account, session }: Opened): SignedIn =>
  create(SignedInSchema, { user: userMessage(account), session: sessionMessage(session) });

export function withTokens(
  { sessionKeys }: Pick<Granter, "sessionKeys">,
  { account, session }: { account: AccountRow; session: SessionRow },
  { token, expiresAt }: AccessToken,
): SignedIn {
  return create(SignedInSchema, {
    ...signedIn({ account, session }),
    accessToken: token,
    expireTime: timestampFromDate(expiresAt),
    refreshToken: refreshToken(sessionKeys, session, session.generation),
  });
}

/**
 * Returns a session with its first tokens, for a response that is stored without them. A repeat gets the same
 * refresh token until the token is used. Afterwards, the first response has arrived, and a repeat throws
 * SESSION_ENDED.
 */
export async function grantFirst(granter: Granter, sessionId: string): Promise<SignedIn> {
  const session = await findSession(granter.db, sessionId);
  if (session === undefined || !session.live || session.generation !== FIRST_GENERATION)
    throw new DomainError("SESSION_ENDED");
  const account = found(await findAccount(granter.db, session.userId), "SESSION_ENDED");
  return withTokens(granter, { account, session }, await issueAccessToken(granter, session));
}

/** Adds the first tokens to a stored response with a session; see {@link grantFirst}. */
export const grantStored = async (
  granter: Granter,
  { signedIn: stored }: { signedIn?: SignedIn | undefined },
) => ({ signedIn: await grantFirst(granter, stored?.session?.id ?? "") });
