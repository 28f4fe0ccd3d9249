import { createApiKey, digestApiKey, type ApiKeyMode } from "@tms/kit/values/api-key";

// The prefix `tms_live_` and four characters of the secret: enough to recognise, no help to guess.
const HINT_LENGTH = 13;

/** A secret that nobody has seen yet, and what is stored of it. */
export interface NewSecret {
  secret: string;
  stored: { mode: ApiKeyMode; hint: string; digest: Buffer };
}

export function makeSecret(mode: ApiKeyMode): NewSecret {
  const secret = createApiKey(mode);
  const digest = Buffer.from(digestApiKey(secret));
  return { secret, stored: { mode, hint: secret.slice(0, HINT_LENGTH), digest } };
}
