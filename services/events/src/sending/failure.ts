import type { FailureWord } from "../db/tables.ts";

/** Thrown if an address is not allowed, or if a receiver breaks a limit. */
export class SendError extends Error {
  override name = "SendError";
  readonly word: FailureWord;
  constructor(message: string, word: FailureWord) {
    super(message);
    this.word = word;
  }
}

const WORDS_BY_CODE: readonly (readonly [RegExp, FailureWord])[] = [
  [/^HPE_(HEADER|CHUNK_EXTENSIONS)_OVERFLOW$/, "too_large"],
  [/^ETIMEDOUT$/, "timeout"],
  [/^(ENOTFOUND|EAI_AGAIN|EAI_FAIL|EAI_NODATA)$/, "dns"],
  [/^(EPROTO$|CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_SELF_SIGNED_|SELF_SIGNED_)/, "tls"],
  [/^UNABLE_TO_(GET_ISSUER|VERIFY_LEAF)_/, "tls"],
];

/** Returns the word for a failed request. A broken connection counts as refused. */
export const toFailureWord = (error: unknown): FailureWord => findWord(error) ?? "refused";

function findWord(error: unknown): FailureWord | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof SendError) return error.word;
  if (error.name === "TimeoutError") return "timeout";
  const code = "code" in error ? String(error.code) : "";
  const [, word] = WORDS_BY_CODE.find(([pattern]) => pattern.test(code)) ?? [];
  const inner = error instanceof AggregateError ? error.errors : [];
  return word ?? [...inner, error.cause].map(findWord).find((found) => found !== undefined);
}
