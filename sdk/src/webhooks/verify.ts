import type { EnvironmentEvent } from "../types.ts";
import { parseEvent } from "./event.ts";
import { verifySignature, WebhookVerificationError, type WebhookHeaders } from "./signature.ts";

/** The options of `verifyWebhook`. */
export interface VerifyOptions {
  /** The maximum difference between the timestamp and the current time. The default is 300. */
  toleranceSeconds?: number;
}

const TOLERANCE_SECONDS = 300;

/**
 * Verifies that a delivery comes from the service, and returns its event. Pass the body exactly as it
 * arrived, not JSON that was parsed and serialized again. During the grace period of a secret, pass both
 * secrets. Throws a WebhookVerificationError if the delivery is not authentic, and a TypeError if a secret
 * is malformed. A newer service can send types of events that this release does not know.
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
