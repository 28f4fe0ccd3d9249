const STRUCK_OUT = "[struck out]";
// API keys and tokens of this product, and secrets of webhooks.
const OWN = /tms[a-z]?_[\w-]{16,}|whsec_[\w+/=-]{16,}/g;
// Words with dots between them, as in a JWT. A match begins only at the beginning of a word, because a search
// for dots after every "eyJ" would take quadratic time.
const DOTTED = /(?<![\w-])[\w-]+(?:\.[\w-]*){2,}/g;
const JWT_BEGINS = "eyJ";
const MIN_HEADER_LENGTH = 11;
const MIN_PAYLOAD_LENGTH = 8;

export const holdsCredential = (text: string): boolean => withoutCredentials(text, "") !== text;

/** Replaces API keys, tokens, webhook secrets and JWTs in a string. Takes linear time for any string. */
export const withoutCredentials = (text: string, instead = STRUCK_OUT): string =>
  text.replaceAll(OWN, instead).replaceAll(DOTTED, (dotted) => withoutJwts(dotted, instead));

/** Decodes percent-encoding once. Bytes that are not UTF-8 become U+FFFD. */
export const percentDecoded = (text: string): string =>
  text.replaceAll(/(?:%[\da-f]{2})+/gi, (bytes) =>
    Buffer.from(bytes.replaceAll("%", ""), "hex").toString(),
  );

/** Replaces each JWT, but keeps the characters before `eyJ` in its first word. */
function withoutJwts(dotted: string, instead: string): string {
  const words = dotted.split(".");
  const told: string[] = [];
  for (let index = 0; index < words.length; index++) {
    const [word = "", payload = "", signature] = words.slice(index, index + 3);
    const at = word.indexOf(JWT_BEGINS);
    const isJwt =
      at !== -1 &&
      word.length - at >= MIN_HEADER_LENGTH &&
      payload.length >= MIN_PAYLOAD_LENGTH &&
      signature !== undefined;
    told.push(isJwt ? word.slice(0, at) + instead : word);
    if (isJwt) index += 2;
  }
  return told.join(".");
}

// Strings that are safe to log, to return in responses and to search for.
const SANE = /^[A-Za-z0-9._:-]{1,128}$/;

/** Reports whether a string can be the id of a REST request. A string with a credential cannot. */
export const isRequestId = (text: string): boolean => SANE.test(text) && !holdsCredential(text);
