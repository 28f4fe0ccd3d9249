/** The reason why a delivery is not authentic. */
export type WebhookFault =
  | "headers_missing"
  | "timestamp_invalid"
  | "timestamp_too_old"
  | "timestamp_too_new"
  | "signature_invalid"
  | "not_an_event";

const SENTENCES: Record<WebhookFault, string> = {
  headers_missing: "The header webhook-id, webhook-timestamp or webhook-signature is missing.",
  timestamp_invalid: "webhook-timestamp is not a number of seconds.",
  timestamp_too_old: "The timestamp of the delivery is too old.",
  timestamp_too_new: "The timestamp of the delivery is in the future.",
  signature_invalid: "No signature matches a secret of this endpoint.",
  not_an_event: "The body is not an event.",
};

/** The error of a delivery that is not authentic. Respond with 400, and do not process the event. */
export class WebhookVerificationError extends Error {
  override name = "WebhookVerificationError";
  readonly fault: WebhookFault;

  constructor(fault: WebhookFault) {
    super(SENTENCES[fault]);
    this.fault = fault;
  }
}

/** The headers of a request, in the form of `fetch`, Node or a framework. */
export type WebhookHeaders =
  | Headers
  | Readonly<Record<string, string | readonly string[] | undefined>>;

// The service sends at most two signatures, one per secret.
const MOST_SIGNATURES = 16;
const encoder = new TextEncoder();

/**
 * Checks a delivery by Standard Webhooks 1.0: its age, in seconds, then whether one of its signatures
 * was made with one of the secrets. Throws a WebhookVerificationError. Signatures are compared in
 * constant time, all with all.
 */
export async function verifySignature(
  body: Uint8Array,
  headers: WebhookHeaders,
  secrets: readonly string[],
  toleranceSeconds: number,
): Promise<void> {
  const id = headerOf(headers, "webhook-id");
  const timestamp = headerOf(headers, "webhook-timestamp");
  const signatures = headerOf(headers, "webhook-signature");
  if (!id || !timestamp || !signatures) throw new WebhookVerificationError("headers_missing");
  checkAge(timestamp, toleranceSeconds);
  const signed = concatenated(encoder.encode(`${id}.${timestamp}.`), body);
  const given = signatures
    .split(" ")
    .slice(0, MOST_SIGNATURES)
    .filter((signature) => signature.startsWith("v1,"))
    .map((signature) => bytesOf(signature.slice("v1,".length)) ?? new Uint8Array());
  const keys = await Promise.all(secrets.map((secret) => importSecret(secret, "verify")));
  const verdicts = await Promise.all(
    keys.flatMap((key) =>
      // It compares in constant time.
      given.map((signature) => crypto.subtle.verify("HMAC", key, signature, signed)),
    ),
  );
  if (!verdicts.includes(true)) throw new WebhookVerificationError("signature_invalid");
}

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? [];
  return typeof value === "string" ? value : value?.join(" ");
}

function checkAge(timestamp: string, toleranceSeconds: number): void {
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookVerificationError("timestamp_invalid");
  const ageSeconds = Math.floor(Date.now() / 1_000) - Number(timestamp);
  if (ageSeconds > toleranceSeconds) throw new WebhookVerificationError("timestamp_too_old");
  if (ageSeconds < -toleranceSeconds) throw new WebhookVerificationError("timestamp_too_new");
}

/** The key that a secret stands for. Throws a TypeError for a secret that is none. */
export async function importSecret(secret: string, usage: "sign" | "verify"): Promise<CryptoKey> {
  const bytes = bytesOf(secret.replace(/^whsec_/, ""));
  if (bytes === undefined || bytes.length === 0)
    throw new TypeError("A webhook secret must be whsec_ followed by base64.");
  return await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, [
    usage,
  ]);
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function concatenated(head: Uint8Array, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(head.length + body.length);
  whole.set(head);
  whole.set(body, head.length);
  return whole;
}
