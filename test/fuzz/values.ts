import fc from "fast-check";

/** A number's digits as they are to travel, where no JSON value could hold them. */
export const literal = (digits: string): string => `\u{E000}${digits}\u{E001}`;

/** Writes JSON, and the digits of {@link literal} as they are. */
export const jsonText = (value: unknown): string =>
  JSON.stringify(value).replaceAll(/"\u{E000}([^"\u{E001}]*)\u{E001}"/gu, "$1");

/** Texts that trip up whoever measures, stores, compares or prints them. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    "",
    " ",
    "\0",
    "a\0b",
    "\ud800",
    "x\udfff",
    "\u202egpj.exe",
    "e\u0301",
    "\u1e9b\u0323",
    "\ufdfa".repeat(40),
    "\ufeffbom",
    "\u{1F468}\u200d\u{1F469}\u200d\u{1F467}".repeat(12),
    "\u0301".repeat(64),
    "'; DROP TABLE entry; --",
    "${7*7}{{7*7}}%s%n",
    "../../etc/passwd",
    "<script>alert(1)</script>",
    "__proto__",
    "constructor",
    "toString",
    "null",
    "NaN",
    "Infinity",
    "true",
    "1e400",
    "\r\nx-injected: 1",
    "\u2028\u2029",
  ),
  fc.string({ unit: "grapheme", maxLength: 80 }),
  fc.string({ unit: "binary", maxLength: 80 }),
  fc.constantFrom(64, 65, 200, 201, 5_000, 5_001, 70_000).map((length) => "x".repeat(length)),
  fc.constantFrom(63, 64, 65).map((length) => "\u{1F600}".repeat(length)),
);

const DIGITS = [
  "0",
  "-0",
  "-1",
  "0.1",
  "0.30000000000000004",
  "2147483647",
  "2147483648",
  "-2147483649",
  "4294967296",
  "9007199254740991",
  "9007199254740993",
  "-9007199254740993",
  "9223372036854775807",
  "9223372036854775808",
  "18446744073709551616",
  "90071992547409.91",
  "90071992547409.92",
  "1e400",
  "-1e400",
  "1e-400",
  "1E+2",
  "0.000000000000000000000001",
  "1e999999999999",
  `1${"0".repeat(400)}`,
  `0.${"0".repeat(400)}1`,
  // No JSON at all.
  "NaN",
  "01",
  "+1",
  ".5",
  "1.",
  "0x10",
];

/** Numbers at every edge, as JSON digits. */
export const hostileNumber: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...DIGITS).map(literal),
  fc.constantFrom("0", "12", "-1", "1.5", "1e3", "NaN", "٣", " 7 "),
  fc.double(),
  fc.maxSafeInteger(),
);

/** Moments at every edge, and texts that only look like one. */
export const hostileTime: fc.Arbitrary<string> = fc.constantFrom(
  "0001-01-01T00:00:00Z",
  "0000-12-31T23:59:59Z",
  "9999-12-31T23:59:59.999Z",
  "9999-12-31T23:59:59-23:59",
  "+010000-01-01T00:00:00Z",
  "1970-01-01T00:00:00Z",
  "2038-01-19T03:14:08Z",
  "2030-02-29T00:00:00Z",
  "2032-02-29T00:00:00Z",
  "2030-06-30T23:59:60Z",
  "2030-01-01T24:00:00Z",
  "2030-01-01T00:00:00",
  "2030-01-01",
  "2030-01-01T00:00:00.9999999999Z",
  "2030-01-01t00:00:00z",
  "2030-01-01 00:00:00Z",
  "2030-W01-1T00:00:00Z",
  "1900000000",
  "infinity",
  "now()",
);

/** Ids in odd spellings, of nothing there is. */
export const hostileId: fc.Arbitrary<string> = fc.oneof(
  fc.uuid(),
  fc.uuid().map((id) => id.toUpperCase()),
  fc.uuid().map((id) => id.replaceAll("-", "")),
  fc.uuid().map((id) => `{${id}}`),
  fc.uuid().map((id) => `urn:uuid:${id}`),
  fc.constantFrom(
    "00000000-0000-0000-0000-000000000000",
    "ffffffff-ffff-ffff-ffff-ffffffffffff",
    "create",
    "1",
    "null",
  ),
);

const nested = (depth: number): string => literal(`${"[".repeat(depth)}${"]".repeat(depth)}`);

/** JSON of any shape and depth. */
export const hostileJson: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  hostileNumber,
  hostileTime,
  hostileId,
  fc.constantFrom(null, true, false, [], {}, [[]], { $ref: "#" }),
  fc.jsonValue({ maxDepth: 4 }),
  fc.constantFrom(10, 1_000, 20_000).map(nested),
  fc.constantFrom(101, 1_001, 10_001).map((length) => Array.from({ length }, () => 1)),
);
