import { isFresh } from "@tms/kit/batching/kept-answers";
import { singleFlight } from "@tms/kit/batching/single-flight";
import type { SigningKey } from "@tms/proto/tms/identity/v1/identity";
import { createLocalJWKSet, type JWTVerifyGetKey } from "jose";
import type { Clients } from "../../clients.ts";
import { CALL_LIMIT } from "../call-limit.ts";

/** The public half of a signing key, as a JSON Web Key (RFC 7517, RFC 8037). */
export const jwkOf = ({ id, publicKey }: SigningKey) => ({
  kty: "OKP" as const,
  crv: "Ed25519" as const,
  alg: "Ed25519" as const,
  use: "sig" as const,
  kid: id,
  x: Buffer.from(publicKey).toString("base64url"),
});

// As late as anything else may take effect: an operator who replaces all keys ends all tokens.
const FRESH_MS = 5_000;
// Tokens with made-up names of keys bring about no more calls than this.
const LEAST_PAUSE_MS = 1_000;

interface KeySet {
  ids: ReadonlySet<string>;
  keys: JWTVerifyGetKey;
  askedAt: number;
}

/**
 * Keeps the keys that access tokens are signed with. They are asked for again when they have grown
 * old, and when a token names one that is not among them.
 */
export function createSigningKeys(identity: Clients["identity"]) {
  let known: KeySet | undefined;
  const asking = singleFlight<KeySet>();

  async function ask(): Promise<KeySet> {
    const askedAt = performance.now();
    const { keys } = await identity.listSigningKeys({}, CALL_LIMIT);
    const ids = new Set(keys.map(({ id }) => id));
    known = { ids, keys: createLocalJWKSet({ keys: keys.map(jwkOf) }), askedAt };
    return known;
  }

  /** The keys among which that of a token must be. */
  return async (kid: string | undefined): Promise<JWTVerifyGetKey> => {
    if (known !== undefined) {
      const isMissing = kid !== undefined && !known.ids.has(kid);
      if (isFresh(known.askedAt, isMissing ? LEAST_PAUSE_MS : FRESH_MS)) return known.keys;
    }
    return (await asking("keys", ask)).keys;
  };
}
