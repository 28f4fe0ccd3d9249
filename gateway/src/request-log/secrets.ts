import { percentDecoded, withoutCredentials } from "@tms/kit/values/credentials";

const STRUCK_OUT = "[struck out]";
// Matches the names of body fields and query parameters with secret values.
const SECRET_NAME = /password|secret|token/i;
const MAX_BODY_BYTES = 4_096;
const MAX_PATH_LENGTH = 1_024;
const MAX_KEY_LENGTH = 255;
// The number of times that a URL is decoded. URLs are not encoded more often than this by mistake.
const MAX_ROUNDS = 3;
// The number of characters of a body that are searched for credentials. Only MAX_BODY_BYTES are kept, but a
// credential that begins before this limit can end after it.
const MAX_SEARCHED = 4 * MAX_BODY_BYTES;

/** Returns a path and query without secrets, at most 1,024 characters. The result may be decoded. */
export function pathWithoutSecrets(url: string): string {
  const plain = withoutSecretValues(url);
  let decoded = plain;
  let isEncoded = false;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const next = percentDecoded(decoded);
    // Secrets are removed after each round. In the next round, a decoded "&" would seem to end a secret.
    decoded = withoutSecretValues(next);
    isEncoded ||= decoded !== next;
  }
  const told = withoutCredentials(decoded);
  return (isEncoded || told !== decoded ? told : plain).slice(0, MAX_PATH_LENGTH);
}

/** Replaces the value of each secret in a query, up to the next "&". */
function withoutSecretValues(url: string): string {
  let isSecret = false;
  // Each part except the path begins with its separator.
  const parts = url.split(/(?=[?&])/).map((part) => {
    if (isSecret && part.startsWith("?")) return "";
    const end = part.indexOf("=");
    const name = percentDecoded(part.slice(0, end));
    isSecret = end !== -1 && /^[?&]/.test(part) && SECRET_NAME.test(name);
    return isSecret ? part.slice(0, end + 1) + STRUCK_OUT : part;
  });
  return parts.join("");
}

/** Returns a parsed body as JSON without secrets, at most the first 4 KiB. */
export function bodyWithoutSecrets(body: unknown): string {
  const text = JSON.stringify(body, (name, value: unknown) =>
    SECRET_NAME.test(name) ? STRUCK_OUT : value,
  );
  return cut(withoutCredentials(text.slice(0, MAX_SEARCHED)));
}

/** Returns an Idempotency-Key without secrets, at most as long as a valid key can be. */
export const keyWithoutSecrets = (key: string): string =>
  withoutCredentials(key).slice(0, MAX_KEY_LENGTH);

function cut(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= MAX_BODY_BYTES) return text;
  // Removes a character that the cut has split.
  return bytes.toString("utf8", 0, MAX_BODY_BYTES).replace(/\uFFFD+$/, "");
}
