import { percentDecoded, withoutCredentials } from "@tms/kit/values/credentials";

const STRUCK_OUT = "[struck out]";
// Names of fields whose values are secrets, at any depth.
const SECRET_NAME = /password|secret|token/i;
const MOST_BODY_BYTES = 4_096;
const LONGEST_PATH = 1_024;
const LONGEST_KEY = 255;
// Nobody encodes a URL more often by mistake.
const MAX_ROUNDS = 3;
// Of a longer text no more is searched: what begins before the cut, and what makes it a credential, is
// in this.
const MOST_SEARCHED = 4 * MOST_BODY_BYTES;

/**
 * The path and query of a request without secrets, cut when it is long. If a secret is percent-encoded,
 * the whole is told decoded.
 */
export function pathWithoutSecrets(url: string): string {
  const plain = withoutSecretValues(url);
  let decoded = plain;
  let isEncoded = false;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const next = percentDecoded(decoded);
    // After each round: a value that is decoded further can seem to end earlier.
    decoded = withoutSecretValues(next);
    isEncoded ||= decoded !== next;
  }
  const told = withoutCredentials(decoded);
  return (isEncoded || told !== decoded ? told : plain).slice(0, LONGEST_PATH);
}

/** Strikes out what follows a secret's name in a query, up to the next "&". */
function withoutSecretValues(url: string): string {
  let isSecret = false;
  // Each part begins with the character that it was cut at, but for the path.
  const parts = url.split(/(?=[?&])/).map((part) => {
    if (isSecret && part.startsWith("?")) return "";
    const end = part.indexOf("=");
    const name = percentDecoded(part.slice(0, end));
    isSecret = end !== -1 && /^[?&]/.test(part) && SECRET_NAME.test(name);
    return isSecret ? part.slice(0, end + 1) + STRUCK_OUT : part;
  });
  return parts.join("");
}

/** A parsed body as JSON text without secrets, cut after 4 KiB. */
export function bodyWithoutSecrets(body: unknown): string {
  const text = JSON.stringify(body, (name, value: unknown) =>
    SECRET_NAME.test(name) ? STRUCK_OUT : value,
  );
  return cut(withoutCredentials(text.slice(0, MOST_SEARCHED)));
}

/** An Idempotency-Key without secrets, as long as a good one may be. */
export const keyWithoutSecrets = (key: string): string =>
  withoutCredentials(key).slice(0, LONGEST_KEY);

function cut(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= MOST_BODY_BYTES) return text;
  // A character that the cut went through is left out.
  return bytes.toString("utf8", 0, MOST_BODY_BYTES).replace(/\uFFFD+$/, "");
}
