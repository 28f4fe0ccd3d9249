import type { EnvironmentEvent } from "../types.ts";
import { parseEvent } from "./event.ts";
import { verifySignature, WebhookVerificationError, type WebhookHeaders } from "./signature.ts";

/** How a delivery is checked. */
export interface VerifyOptions {
  /** How old, or how far ahead, a delivery may be: 300 when absent. */
  toleranceSeconds?: number;
}

const TOLERANCE_SECONDS = 300;

/**
 * Checks that a delivery comes from the service, and reads its event. The body must be the very bytes
 * that came, not JSON made of them again. While a secret is being rolled, give both. Throws a
 * WebhookVerificationError for a delivery that is not to be believed, a TypeError for a secret that is
 * none. The type of the event says what its data hold; a newer service may send further types.
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
