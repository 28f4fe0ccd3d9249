import { withoutCredentials } from "@tms/kit/values/credentials";

const STRUCK_OUT = "[struck out]";
// Names of fields whose values are secrets, at any depth.
const SECRET_NAME = /password|secret|token/i;
const SECRET_IN_QUERY = /([?&][^=&]*(?:password|secret|token)[^=&]*=)[^&]*/gi;
const MOST_BODY_BYTES = 4_096;
const LONGEST_PATH = 1_024;

/** The path and query of a request without secrets, cut when it is long. */
export const pathWithoutSecrets = (url: string): string =>
  withoutCredentials(url.replaceAll(SECRET_IN_QUERY, `$1${STRUCK_OUT}`)).slice(0, LONGEST_PATH);

/** A parsed body as JSON text without secrets, cut after 4 KiB. */
export function bodyWithoutSecrets(body: unknown): string {
  const text = JSON.stringify(body, (name, value: unknown) =>
    SECRET_NAME.test(name) ? STRUCK_OUT : value,
  );
  return cut(withoutCredentials(text));
}

function cut(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= MOST_BODY_BYTES) return text;
  // A character that the cut went through is left out.
  return bytes.toString("utf8", 0, MOST_BODY_BYTES).replace(/\uFFFD+$/, "");
}
