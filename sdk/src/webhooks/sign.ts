import { importSecret } from "./signature.ts";

/** A delivery to be signed. */
export interface Delivery {
  /** The event's id, the same in every attempt. */
  id: string;
  /** When it is sent, in seconds since 1970. */
  timestamp: number;
  /** The body as it is sent. */
  body: string;
}

const SECRET_BYTES = 32;

/**
 * The headers of a signed delivery, by Standard Webhooks 1.0. Throws a TypeError for a secret that is
 * none.
 */
export async function signedHeaders(
  { id, timestamp, body }: Delivery,
  secret: string,
): Promise<Record<string, string>> {
  const key = await importSecret(secret, "sign");
  const text = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  const signature = new Uint8Array(await crypto.subtle.sign("HMAC", key, text));
  return {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": `v1,${base64(signature)}`,
  };
}

/** A new secret of a webhook endpoint. */
export const newWebhookSecret = (): string =>
  `whsec_${base64(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)))}`;

const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
