import { randomBytes } from "node:crypto";
import { open, seal, type Keyring } from "@tms/kit/values/keyring";
import { required } from "@tms/kit/errors/domain-error";

const SECRET_BYTES = 32;

/** Formats a secret as integrators see it: `whsec_` and base64. */
export const formatSecret = (secret: Uint8Array): string =>
  `whsec_${Buffer.from(secret).toString("base64")}`;

/** Creates a secret, and encrypts it for the row of its endpoint. */
export function makeSecret(keys: Keyring, endpointId: string): { secret: Buffer; sealed: Buffer } {
  const secret = randomBytes(SECRET_BYTES);
  return { secret, sealed: seal(keys, secret, endpointId) };
}

/** Decrypts a secret. Throws an Error if its key is not configured. */
export function openSecret(keys: Keyring, sealed: Uint8Array, endpointId: string): Buffer {
  const secret = required(
    open(keys, sealed, endpointId),
    `SECRETS_KEY does not contain the key that encrypted the secret of endpoint ${endpointId}`,
  );
  return secret;
}

export interface SealedSecrets {
  endpointId: string;
  sealedSecret: Uint8Array;
  /** Null if the previous secret signs no more. */
  previousSealedSecret: Uint8Array | null;
}

/** Returns the secrets that sign for an endpoint now, the present one first. */
export const openSecrets = (
  keys: Keyring,
  { endpointId, sealedSecret, previousSealedSecret: previous }: SealedSecrets,
): Buffer[] =>
  [sealedSecret, previous ?? []].flat().map((sealed) => openSecret(keys, sealed, endpointId));
