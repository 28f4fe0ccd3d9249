import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { newWebhookSecret, signedHeaders } from "./sign.ts";

test("each new secret is 32 bytes of its own, and the standard's library verifies what it signs", async () => {
  const [secret, other] = [newWebhookSecret(), newWebhookSecret()];
  expect(Buffer.from(secret.replace(/^whsec_/, ""), "base64")).toHaveLength(32);
  expect(other).not.toBe(secret);
  const body = '{"name":"Ada ✓"}';
  const timestamp = Math.floor(Date.now() / 1_000);
  const headers = await signedHeaders({ id: "1", timestamp, body }, secret);
  expect(new Webhook(secret).verify(body, headers)).toEqual({ name: "Ada ✓" });
  expect(() => new Webhook(other).verify(body, headers)).toThrow("No matching signature found");
  await expect(signedHeaders({ id: "1", timestamp, body }, "whsec_%")).rejects.toThrow(TypeError);
});
