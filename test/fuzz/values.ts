import fc from "fast-check";

/** Generates mostly usual values, and an odd value in one of ten cases. */
export const mostly = <T, U>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<U>) =>
  fc.oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: odd });

const literal = (digits: string): string => `\u{E000}${digits}\u{E001}`;

/** Writes JSON. Numbers of {@link oddNumber} keep digits that no JavaScript number can hold. */
export const toJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll(/"\u{E000}([^"\u{E001}]*)\u{E001}"/gu, "$1");

/** Texts that are hard to measure, store, compare or print. */
export const oddText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    "",
    " ",
    "a\0b",
    "\ud800",
    "\u202egpj.exe",
    "e\u0301",
    "\ufdfa".repeat(40),
    "\ufeffbom",
    "\u0301".repeat(64),
    "'; DROP TABLE entry; --",
    "${7*7}{{7*7}}%s%n",
    "../../etc/passwd",
    "<script>alert(1)</script>",
    "__proto__",
    "constructor",
    "null",
    "\r\nx-injected: 1",
    "\u2028\u2029",
  ),
  fc.string({ unit: "grapheme", maxLength: 80 }),
  fc.string({ unit: "binary", maxLength: 80 }),
  fc.constantFrom(64, 65, 201, 5_001, 70_000).map((length) => "x".repeat(length)),
  fc.constantFrom(63, 64, 65).map((length) => "\u{1F600}".repeat(length)),
);

const DIGITS =
  "0 -0 -1 0.1 0.30000000000000004 2147483647 2147483648 -2147483649 9007199254740991 9007199254740993 9223372036854775808 90071992547409.92 1e400 -1e400 1e-400 1E+2 1e999999999999";
const NOT_JSON = "NaN 01 +1 .5 1. 0x10";

/** Numbers at the limits of their types. */
export const oddNumber: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...`${DIGITS} ${NOT_JSON}`.split(" "), `1${"0".repeat(400)}`).map(literal),
  fc.constantFrom("0", "-1", "1.5", "1e3", "٣", " 7 "),
  fc.double(),
  fc.maxSafeInteger(),
);

const TIMES =
  "0001-01-01T00:00:00Z 0000-12-31T23:59:59Z 9999-12-31T23:59:59.999Z 9999-12-31T23:59:59-23:59 1970-01-01T00:00:00Z 2030-02-29T00:00:00Z 2032-02-29T00:00:00Z 2030-06-30T23:59:60Z 2030-01-01T24:00:00Z 2030-01-01T00:00:00 2030-01-01 2030-01-01T00:00:00.9999999999Z 2030-W01-1T00:00:00Z 1900000000 infinity now()";

/** Times at the limits of the calendar, and strings that resemble a time. */
export const oddTime: fc.Arbitrary<string> = fc.constantFrom(...TIMES.split(" "));

/** Ids in unusual notations, which belong to nothing. */
export const oddId: fc.Arbitrary<string> = fc.oneof(
  fc.uuid(),
  fc.uuid().map((id) => id.toUpperCase()),
  fc.uuid().map((id) => id.replaceAll("-", "")),
  fc.uuid().map((id) => `{${id}}`),
  fc.constantFrom("00000000-0000-0000-0000-000000000000", "create", "1", "null"),
);

const nested = (depth: number): string => literal("[".repeat(depth) + "]".repeat(depth));

/** JSON values of any type and depth. */
export const oddJson: fc.Arbitrary<unknown> = fc.oneof(
  oddText,
  oddNumber,
  oddTime,
  oddId,
  fc.constantFrom(null, true, false, [], {}, [[]], { $ref: "#" }),
  fc.jsonValue({ maxDepth: 4 }),
  fc.constantFrom(10, 20_000).map(nested),
  fc.constantFrom(101, 1_001, 10_001).map((length) => Array(length).fill(1)),
);
