import { timingSafeEqual } from "node:crypto";
import { mac, macs, type Keyring } from "@tms/kit/values/keyring";

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

/** Parses a refresh token. Returns undefined for a text that is not one. */
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
