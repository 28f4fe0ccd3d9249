import type { FailureWord } from "../db/tables.ts";

const WORDS: Readonly<Record<string, FailureWord>> = {
  TMS_ADDRESS_BLOCKED: "address_blocked",
  TMS_TOO_LARGE: "too_large",
  HPE_HEADER_OVERFLOW: "too_large",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "too_large",
  ETIMEDOUT: "timeout",
  ENOTFOUND: "dns",
  EAI_AGAIN: "dns",
  EAI_FAIL: "dns",
  EAI_NODATA: "dns",
  EPROTO: "tls",
  DEPTH_ZERO_SELF_SIGNED_CERT: "tls",
  SELF_SIGNED_CERT_IN_CHAIN: "tls",
  UNABLE_TO_GET_ISSUER_CERT: "tls",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "tls",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "tls",
};
const OF_TLS = /^(CERT_|ERR_TLS_|ERR_SSL_)/;

/** The word for what went wrong with a request. A connection that broke counts as refused. */
export function failureWord(error: unknown): FailureWord {
  if (error instanceof Error && error.name === "TimeoutError") return "timeout";
  for (const code of codesOf(error)) {
    const word = WORDS[code] ?? (OF_TLS.test(code) ? "tls" : undefined);
    if (word !== undefined) return word;
  }
  return "refused";
}

/** The codes of an error, of those that it gathers, and of its causes. */
function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const own = "code" in error ? [String(error.code)] : [];
  const gathered = error instanceof AggregateError ? error.errors.flatMap(codesOf) : [];
  return [...own, ...gathered, ...codesOf(error.cause)];
}
