import { randomBytes } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { verifySignature, verifyWebhook, type WebhookVerificationError } from "./verify.ts";

const EVENT = {
  id: "0197d9b1-2299-7c1a-8e0f-4b3a2c1d0e9f",
  sequence: 1042,
  type: "entry.joined",
  timestamp: "2030-05-01T18:00:03.120Z",
  game: "0197d9a1-55c0-7a4e-9f12-8d7c6b5a4938",
  test: true,
  actor: { type: "api_key", id: "0197d9a1-55c0-7a4e-9f12-8d7c6b5a4939" },
  requestId: null,
  data: { entry: { gamerHandle: "Ada ✓" } },
};
const BODY = JSON.stringify(EVENT);
const newSecret = () => `whsec_${randomBytes(32).toString("base64")}`;
const [SECRET, OTHER] = [newSecret(), newSecret()];

/** Returns the headers of the reference library, signed `secondsAgo`. */
function signed({ body = BODY, secrets = [SECRET], secondsAgo = 0 } = {}) {
  const at = new Date(Date.now() - secondsAgo * 1_000);
  return {
    "webhook-id": EVENT.id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
    "webhook-signature": secrets
      .map((secret) => new Webhook(secret).sign(EVENT.id, at, body))
      .join(" "),
  };
}
const faultOf = (verified: Promise<unknown>) =>
  verified.then(
    () => "none",
    (error: WebhookVerificationError) => error.fault,
  );

test("a delivery that the standard's library signed is read, in every form that bodies and headers have", async () => {
  const headers = signed();
  const bytes = new TextEncoder().encode(BODY);
  const upper = Object.fromEntries(Object.entries(headers).map(([k, v]) => [k.toUpperCase(), [v]]));
  for (const body of [BODY, bytes, bytes.buffer, Buffer.from(BODY)])
    for (const form of [headers, new Headers(headers), upper])
      expect(await verifyWebhook(body, form, SECRET)).toEqual(EVENT);
  expect(new Webhook(SECRET).verify(BODY, headers)).toEqual(EVENT);
});

test("the standard's published signature is accepted", async () => {
  const headers = {
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  };
  const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  const check = (body: string) =>
    verifySignature(new TextEncoder().encode(body), headers, [secret], Infinity);
  await expect(check('{"test": 2432232314}')).resolves.toBeUndefined();
  await expect(check('{"test":2432232314}')).rejects.toMatchObject({ fault: "signature_invalid" });
});

test("while a secret is rolled, either of two is enough, on either side", async () => {
  const rolling = signed({ secrets: [OTHER, SECRET] });
  expect(await verifyWebhook(BODY, rolling, SECRET)).toEqual(EVENT);
  expect(await verifyWebhook(BODY, rolling, OTHER)).toEqual(EVENT);
  expect(await verifyWebhook(BODY, signed(), [OTHER, SECRET])).toEqual(EVENT);
  expect(await faultOf(verifyWebhook(BODY, rolling, newSecret()))).toBe("signature_invalid");
});

test("nothing else is accepted than what was signed", async () => {
  const headers = signed();
  const [, signature = ""] = headers["webhook-signature"].split(",");
  const flipped = `${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`;
  const later = String(Number(headers["webhook-timestamp"]) + 1);
  for (const [body, changes] of [
    [`${BODY} `, {}],
    [BODY, { "webhook-id": "another" }],
    [BODY, { "webhook-timestamp": later }],
    [BODY, { "webhook-signature": `v1,${flipped}` }],
    [BODY, { "webhook-signature": `v1a,${signature}` }],
    [BODY, { "webhook-signature": signature }],
    [BODY, { "webhook-signature": "v1," }],
    [BODY, { "webhook-signature": "v1,%%%" }],
    [BODY, { "webhook-signature": `v1,${signature.slice(0, -4)}` }],
  ] as const)
    expect(await faultOf(verifyWebhook(body, { ...headers, ...changes }, SECRET))).toBe(
      "signature_invalid",
    );
});

test("a delivery must be fresh by its own clock, within the tolerance", async () => {
  const at = (secondsAgo: number, toleranceSeconds?: number) =>
    faultOf(
      verifyWebhook(BODY, signed({ secondsAgo }), SECRET, {
        ...(toleranceSeconds !== undefined && { toleranceSeconds }),
      }),
    );
  expect(await at(290)).toBe("none");
  expect(await at(310)).toBe("timestamp_too_old");
  expect(await at(-290)).toBe("none");
  expect(await at(-310)).toBe("timestamp_too_new");
  expect(await at(20, 10)).toBe("timestamp_too_old");
  expect(await at(3_000, 3_600)).toBe("none");
});

test("what is missing or no event is told apart", async () => {
  for (const name of Object.keys(signed()))
    expect(await faultOf(verifyWebhook(BODY, { ...signed(), [name]: undefined }, SECRET))).toBe(
      "headers_missing",
    );
  for (const timestamp of ["soon", "1e9", "-1", "1.5"]) {
    const headers = { ...signed(), "webhook-timestamp": timestamp };
    expect(await faultOf(verifyWebhook(BODY, headers, SECRET))).toBe("timestamp_invalid");
  }
  for (const body of ["{", "null", "[]", '{"id":"1"}', JSON.stringify({ ...EVENT, data: null })])
    expect(await faultOf(verifyWebhook(body, signed({ body }), SECRET))).toBe("not_an_event");
});

test("a secret that is none is a mistake of the receiver, not of the delivery", async () => {
  for (const secret of ["", "whsec_", "whsec_%%%", []])
    await expect(verifyWebhook(BODY, signed(), secret)).rejects.toThrow(TypeError);
});
