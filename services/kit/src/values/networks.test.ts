import { expect, test } from "vitest";
import { toNetworks } from "./networks.ts";

test.each([
  ["203.0.113.9/24", "203.0.113.0/24"],
  ["203.0.113.9", "203.0.113.9/32"],
  ["0.0.0.0/0", "0.0.0.0/0"],
  ["2001:DB8:0::1/32", "2001:db8::/32"],
  ["::1", "::1/128"],
  ["::ffff:203.0.113.9/120", "203.0.113.0/24"],
  ["::ffff:203.0.113.9", "203.0.113.9/32"],
])("%s is stored as %s", (text, range) => {
  expect(toNetworks("ranges", [text])).toEqual([range]);
});

test("the same network counts once, however it is written", () => {
  const texts = ["10.0.0.1/8", "10.2.3.4/8", "::ffff:10.0.0.0/104", "10.0.0.0/9"];
  expect(toNetworks("ranges", texts)).toEqual(["10.0.0.0/8", "10.0.0.0/9"]);
});

test.each([
  "",
  "example.com",
  "10.0.0.0/33",
  "10.0.0.0/",
  "10.0.0.0/08",
  "10.0.0.0/-1",
  "10.0.0.0/8/8",
  "10.1",
  "010.0.0.1",
  "0x7f000001",
  "2001:db8::/129",
  "fe80::1%eth0",
  "1.2.3.4\0",
])("%j is refused by its place", (text) => {
  expect(() => toNetworks("ranges", ["10.0.0.0/8", text])).toThrow(
    expect.objectContaining({ fields: [{ field: "ranges[1]", description: expect.any(String) }] }),
  );
});
