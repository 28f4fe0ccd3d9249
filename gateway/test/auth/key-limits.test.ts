import { KeyScope } from "@tms/proto/tms/game/v1/game";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addressRanges, isWithin } from "../../src/auth/keys/address-ranges.ts";
import { startGateway, type TestGateway } from "../support/gateway.ts";

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

const list = (key: string, path = "/tournament") =>
  gateway.raw("GET", path, undefined, { "x-api-key": key });

test.each([
  [["203.0.113.0/24"], "203.0.113.9", true],
  [["203.0.113.0/24"], "203.0.114.9", false],
  [["203.0.113.0/24"], "::ffff:203.0.113.9", true],
  [["2001:db8::/32"], "2001:db8:1::7", true],
  [["2001:db8::/32"], "2001:db9::7", false],
  [["203.0.113.7/32", "10.0.0.0/8"], "10.9.8.7", true],
  [["0.0.0.0/0"], "2001:db8::1", false],
  [["nonsense", "203.0.113.0/99"], "203.0.113.9", false],
  [["203.0.113.0/24"], "not an address", false],
  [[], "203.0.113.9", true],
])("of %j %s is within: %j", (ranges, address, expected) => {
  expect(isWithin(addressRanges(ranges), address)).toBe(expected);
});

test("a key is refused with 403 from an address that its ranges do not hold", async () => {
  const ours = gateway.fakes.games.add({}, { ipRanges: ["127.0.0.0/8"] });
  const theirs = gateway.fakes.games.add({}, { ipRanges: ["203.0.113.0/24"] });
  expect((await list(ours.key)).status).toBe(200);
  const { status, body } = await list(theirs.key);
  expect([status, body.code]).toEqual([403, "address_not_allowed"]);
});

test("a key has the scopes that it was given", async () => {
  const { key } = gateway.fakes.games.add({}, { scopes: [KeyScope.READ] });
  expect((await list(key)).status).toBe(200);
  const headers = { "x-api-key": key, "content-type": "application/json" };
  const made = await gateway.raw("POST", "/gamer/create", '{"handle":"ada"}', headers);
  expect([made.status, made.body.code]).toEqual([403, "scope_missing"]);
});

test("a key is refused with 403 where only a person may", async () => {
  const { status, body } = await list(gateway.key, "/user");
  expect([status, body.code]).toEqual([403, "person_required"]);
  const bad = await list("tms_live_short", "/user");
  expect([bad.status, bad.body.code]).toEqual([401, "api_key_invalid"]);
  const none = await gateway.raw("GET", "/user");
  expect([none.status, none.body.code]).toEqual([401, "token_missing"]);
  expect(none.headers.get("www-authenticate")).toBe('Bearer realm="tms"');
});
