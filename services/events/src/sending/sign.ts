import { createHmac } from "node:crypto";

/** What is sent to an endpoint. */
export interface Message {
  eventId: string;
  /** JSON, as the REST API shows the event. */
  body: string;
}

/**
 * The headers of a delivery (Standard Webhooks 1.0): one signature for each secret. `at` is in
 * milliseconds of real time, also in a test environment.
 */
export function signedHeaders(
  { eventId, body }: Message,
  secrets: readonly Uint8Array[],
  at: number,
): Record<string, string> {
  const seconds = Math.floor(at / 1_000);
  const signatures = secrets.map((secret) => {
    const mac = createHmac("sha256", secret).update(`${eventId}.${seconds}.${body}`);
    return `v1,${mac.digest("base64")}`;
  });
  return {
    "content-type": "application/json",
    "user-agent": "TMS-Webhooks/1.0",
    "webhook-id": eventId,
    "webhook-timestamp": String(seconds),
    "webhook-signature": signatures.join(" "),
  };
}
