import type { EnvironmentEvent } from "../types.ts";

const SENTENCES = {
  headers_missing: "The header webhook-id, webhook-timestamp or webhook-signature is missing.",
  timestamp_invalid: "webhook-timestamp is not a number of seconds.",
  timestamp_too_old: "The timestamp of the delivery is too old.",
  timestamp_too_new: "The timestamp of the delivery is in the future.",
  signature_invalid: "No signature matches a secret of this endpoint.",
  not_an_event: "The body is not an event.",
};

/** The reason why a delivery was rejected. */
export type WebhookFault = keyof typeof SENTENCES;

/** The error of a delivery that is not authentic or not an event. Respond with 400, and do not process it. */
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

export interface VerifyOptions {
  /** The maximum difference between the timestamp and the current time, in seconds. The default is 300. */
  toleranceSeconds?: number;
}

const TOLERANCE_SECONDS = 300;

/**
 * Verifies that a delivery comes from the service, and returns its event. Pass the body exactly as it
 * arrived, not JSON that was parsed and serialized again. During the grace period of a secret, pass both
 * secrets. Throws a WebhookVerificationError if the delivery is not authentic or its body is not an event.
 * Throws a TypeError if a secret is malformed or missing. A newer service can send types of events that this
 * release does not know.
 */
export async function verifyWebhook(
  body: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  { toleranceSeconds = TOLERANCE_SECONDS }: VerifyOptions = {},
): Promise<EnvironmentEvent> {
  const all = typeof secrets === "string" ? [secrets] : secrets;
  if (all.length === 0) throw new TypeError("Pass at least one secret of the endpoint.");
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : new Uint8Array(body);
  await verifySignature(bytes, headers, all, toleranceSeconds);
  const event = parseEvent(new TextDecoder().decode(bytes));
  if (event === undefined) throw new WebhookVerificationError("not_an_event");
  return event;
}

// The service sends at most two signatures, one per secret.
const MAX_SIGNATURES = 16;

/**
 * Checks the age and the signatures of a delivery by Standard Webhooks 1.0. Throws a WebhookVerificationError
 * unless the delivery is recent and one of its signatures matches one of the secrets.
 */
export async function verifySignature(
  body: Uint8Array,
  headers: WebhookHeaders,
  secrets: readonly string[],
  toleranceSeconds: number,
): Promise<void> {
  const id = readHeader(headers, "webhook-id");
  const timestamp = readHeader(headers, "webhook-timestamp");
  const signatures = readHeader(headers, "webhook-signature");
  if (!id || !timestamp || !signatures) throw new WebhookVerificationError("headers_missing");
  checkAge(timestamp, toleranceSeconds);
  const head = new TextEncoder().encode(`${id}.${timestamp}.`);
  const signed = new Uint8Array(head.length + body.length);
  signed.set(head);
  signed.set(body, head.length);
  const given = signatures
    .split(" ")
    .slice(0, MAX_SIGNATURES)
    .filter((signature) => signature.startsWith("v1,"))
    .map((signature) => fromBase64(signature.slice("v1,".length)) ?? new Uint8Array());
  const keys = await Promise.all(secrets.map((secret) => importSecret(secret, "verify")));
  // All pairs are compared, each in constant time.
  const verdicts = await Promise.all(
    keys.flatMap((key) =>
      given.map((signature) => crypto.subtle.verify("HMAC", key, signature, signed)),
    ),
  );
  if (!verdicts.includes(true)) throw new WebhookVerificationError("signature_invalid");
}

function readHeader(headers: WebhookHeaders, name: string): string | undefined {
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

/** Returns the key of a secret. Throws a TypeError if the secret is malformed. */
export async function importSecret(secret: string, usage: "sign" | "verify"): Promise<CryptoKey> {
  const bytes = fromBase64(secret.replace(/^whsec_/, ""));
  if (bytes === undefined || bytes.length === 0)
    throw new TypeError("A webhook secret must be whsec_ followed by base64.");
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  return await crypto.subtle.importKey("raw", bytes, algorithm, false, [usage]);
}

function fromBase64(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** Reads an event from JSON. Keeps unknown fields. Returns undefined if the string is not an event. */
function parseEvent(text: string): EnvironmentEvent | undefined {
  try {
    const json: unknown = JSON.parse(text);
    return isEvent(json) ? json : undefined;
  } catch {
    return undefined;
  }
}

function isEvent(json: unknown): json is EnvironmentEvent {
  const { id, sequence, type, timestamp, game, data } = (json ?? {}) as Partial<EnvironmentEvent>;
  return (
    Number.isSafeInteger(sequence) &&
    [id, type, timestamp, game].every((text) => typeof text === "string") &&
    typeof data === "object" &&
    data !== null
  );
}
