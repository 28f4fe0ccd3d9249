import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { holdsCredential, withoutCredentials } from "./credentials.ts";
import {
  createKeyring,
  decrypt,
  encrypt,
  mac,
  macs,
  parseKeyring,
  type Keyring,
} from "./keyring.ts";
import { createApiKey, digestApiKey, isWellFormedApiKey } from "./secret.ts";

const JWT = "eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl";

test.for([
  [`Bearer ${JWT}`, "Bearer [struck out]"],
  [`?t=Bearer%20${JWT}&x=1`, "?t=Bearer%20[struck out]&x=1"],
  [`"line\\n${JWT}"`, '"line\\n[struck out]"'],
  [`key_${JWT}`, "key_[struck out]"],
  [`tms_test_${"k".repeat(20)} and whsec_${"w".repeat(20)}`, "[struck out] and [struck out]"],
  [`www.example-host.${JWT}`, "www.example-host.[struck out]"],
  [`${JWT}.${JWT}`, "[struck out].[struck out]"],
  ["eyJ is how JSON begins in base64", "eyJ is how JSON begins in base64"],
  ["www.tournaments.example.com", "www.tournaments.example.com"],
] as const)("%s is told as %s", ([text, told]) => {
  expect(withoutCredentials(text)).toBe(told);
  expect(holdsCredential(text)).toBe(told !== text);
});

// This takes minutes if the end of the word is searched for every "eyJ".
test("a text made to be slow to search is searched like any other", () => {
  const text = "eyJ".repeat(400_000);
  expect(withoutCredentials(text)).toBe(text);
  expect(withoutCredentials(`${text}.a.`)).toBe(`${text}.a.`);
  expect(withoutCredentials(`${"tms_".repeat(400_000)}${".a".repeat(400_000)}`)).toBeTypeOf(
    "string",
  );
});

describe("API keys", () => {
  test.each(["live", "test"] as const)(
    "carry their mode, 32 random bytes and a checksum",
    (mode) => {
      const key = createApiKey(mode);
      expect(key).toMatch(new RegExp(`^tms_${mode}_[0-9A-Za-z]{49}$`));
      expect(isWellFormedApiKey(key)).toBe(true);
      expect(createApiKey(mode)).not.toBe(key);
    },
  );

  test("are known for wrong when any one character is mistyped", () => {
    const key = createApiKey("live");
    const others = fc.constantFrom("0", "a", "Z", "_", "-", ".", " ", "é");
    fc.assert(
      fc.property(fc.nat(key.length - 1), others, (at, other) => {
        const mistyped = key.slice(0, at) + other + key.slice(at + 1);
        expect(isWellFormedApiKey(mistyped)).toBe(mistyped === key);
      }),
    );
  });

  test("are known for wrong when they are any other text", () => {
    fc.assert(fc.property(fc.string(), (text) => !isWellFormedApiKey(text)));
    expect(isWellFormedApiKey(`${createApiKey("live")}\n`)).toBe(false);
  });

  test("are stored as SHA-256", () => {
    expect(Buffer.from(digestApiKey("abc")).toString("hex")).toBe(
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    );
  });
});

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
    expect(decrypt(keys, encrypt([old], Buffer.from("text"), "row"), "row")?.toString()).toBe(
      "text",
    );
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

describe("what is encrypted", () => {
  test("decrypts to what it was, and differs each time", () => {
    const keys = ring("a");
    fc.assert(
      fc.property(fc.uint8Array(), fc.string(), (plain, row) => {
        const encrypted = encrypt(keys, plain, row);
        expect(decrypt(keys, encrypted, row)).toEqual(Buffer.from(plain));
        expect(encrypt(keys, plain, row)).not.toEqual(encrypted);
      }),
    );
  });

  test("cannot be decrypted in another row", () => {
    const keys = ring("a");
    expect(() => decrypt(keys, encrypt(keys, Buffer.from("x"), "one"), "other")).toThrow(
      "unable to authenticate data",
    );
  });

  test("cannot be decrypted once any byte of it is changed", () => {
    const keys = ring("a");
    const encrypted = encrypt(keys, Buffer.from("secret"), "row");
    fc.assert(
      fc.property(fc.nat(encrypted.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const changed = Buffer.from(encrypted);
        changed[at] = (changed[at] ?? 0) ^ change;
        let decrypted: Buffer | undefined;
        try {
          decrypted = decrypt(keys, changed, "row");
        } catch {
          decrypted = undefined;
        }
        expect(decrypted).toBeUndefined();
      }),
    );
  });

  test("cannot be decrypted without its key", () => {
    expect(decrypt(ring("b"), encrypt(ring("a"), Buffer.from("x"), "row"), "row")).toBeUndefined();
  });
});
