import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createKeyring, mac, macs, open, parseKeyring, seal, type Keyring } from "./keyring.ts";

const ring = (...ids: string[]): Keyring => {
  const keys = parseKeyring(ids.map(createKeyring).join(","));
  if (keys === undefined) throw new Error("a made keyring was refused");
  return keys;
};

describe("a keyring", () => {
  test.each([
    ["nothing", ""],
    ["a key without an id", createKeyring("a").slice(2)],
    ["a short key", "a:c2hvcnQ="],
    ["an id twice", `${createKeyring("a")},${createKeyring("a")}`],
    ["an entry that is none", `${createKeyring("a")},`],
  ])("is not read from %s", (_, text) => {
    expect(parseKeyring(text)).toBeUndefined();
  });

  test("makes by its first key and recognises by all", () => {
    const [old] = ring("old");
    const keys: Keyring = [ring("new")[0], old];
    expect(macs(keys, "label", "x")[0]).toEqual(mac(keys, "label", "x"));
    expect(macs(keys, "label", "x")).toContainEqual(mac([old], "label", "x"));
    expect(open(keys, seal([old], Buffer.from("text"), "row"), "row")?.toString()).toBe("text");
  });
});

describe("mac", () => {
  test("differs for different lists, also those whose texts join to the same", () => {
    const keys = ring("a");
    const lists = fc.array(fc.string(), { maxLength: 4 });
    fc.assert(
      fc.property(lists, lists, (one, other) => {
        const same = JSON.stringify(one) === JSON.stringify(other);
        expect(mac(keys, "l", ...one).equals(mac(keys, "l", ...other))).toBe(same);
      }),
    );
    expect(mac(keys, "l", "ab", "c")).not.toEqual(mac(keys, "l", "a", "bc"));
    expect(mac(keys, "la", "b")).not.toEqual(mac(keys, "l", "ab"));
  });
});

describe("what is sealed", () => {
  test("opens to what it was, and differs each time", () => {
    const keys = ring("a");
    fc.assert(
      fc.property(fc.uint8Array(), fc.string(), (plain, row) => {
        const sealed = seal(keys, plain, row);
        expect(open(keys, sealed, row)).toEqual(Buffer.from(plain));
        expect(seal(keys, plain, row)).not.toEqual(sealed);
      }),
    );
  });

  test("does not open in another row", () => {
    const keys = ring("a");
    expect(() => open(keys, seal(keys, Buffer.from("x"), "one"), "other")).toThrow(
      "unable to authenticate data",
    );
  });

  test("does not open once any byte of it is changed", () => {
    const keys = ring("a");
    const sealed = seal(keys, Buffer.from("secret"), "row");
    fc.assert(
      fc.property(fc.nat(sealed.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const changed = Buffer.from(sealed);
        changed[at] = (changed[at] ?? 0) ^ change;
        let opened: Buffer | undefined;
        try {
          opened = open(keys, changed, "row");
        } catch {
          opened = undefined;
        }
        expect(opened).toBeUndefined();
      }),
    );
  });

  test("does not open without its key", () => {
    expect(open(ring("b"), seal(ring("a"), Buffer.from("x"), "row"), "row")).toBeUndefined();
  });
});
