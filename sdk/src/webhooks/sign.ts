import { importSecret } from "./verify.ts";

const SECRET_BYTES = 32;

/**
 * Returns the headers of a signed delivery, by Standard Webhooks 1.0. The timestamp is in seconds. Throws a
 * TypeError if the secret is malformed.
 */
export async function signedHeaders(
  { id, timestamp, body }: { id: string; timestamp: number; body: string },
  secret: string,
): Promise<Record<string, string>> {
  const key = await importSecret(secret, "sign");
  const text = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  const signature = new Uint8Array(await crypto.subtle.sign("HMAC", key, text));
  return {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": `v1,${toBase64(signature)}`,
  };
}

export const newWebhookSecret = (): string =>
  `whsec_${toBase64(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)))}`;

const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
