const MEBIBYTE = 1024 * 1024;

const times = (item: string, count: number): string => Array(count).fill(item).join(",");
const each = (count: number, item: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => item(index)).join(",");
const rank = (gamer: string, place: number): string => `{"gamer":"${gamer}","rank":${place}}`;
const filled = (unit: string): string => unit.repeat(MEBIBYTE / 2 / Buffer.byteLength(unit));

/**
 * Bodies that are cheap to send and made to be dear to refuse: whatever is parsed, normalised,
 * compared or told of per item, many times over, and faults that show themselves last.
 */
export const HEAVY_BODIES: readonly string[] = [
  `{"ranks":[${times("1e1", 262_000)}]}`,
  `{"ranks":[${times("1e1", 12_000)}]}`,
  `{"ranks":[${times("{}", 349_000)}]}`,
  `{"ranks":[${times("{}", 10_000)}]}`,
  `{"ranks":[${times("[]", 20_000)}]}`,
  `{${each(60_000, (index) => `"k${index}":1`)}}`,
  `{"ranks":[{${each(60_000, (index) => `"k${index}":1`)}}]}`,
  `{"ranks":[${each(1_400, (item) => `{${each(31, (index) => `"k${item}_${index}":1`)}}`)}]}`,
  `{"ranks":[${each(10_000, (index) => rank(`${index}`.padEnd(64, "x"), 10_000 - index - 1))}]}`,
  `{"ranks":[${each(10_000, (index) => rank(`e\u0301`.repeat(30) + index, 0))}]}`,
  `{"gamers":[${times(`"${"é".repeat(64)}"`, 1_000)}]}`,
  `{"gamers":[${times(`"${"é".repeat(500)}"`, 1_000)}]}`,
  `{"gamers":[${times("[[[[[[]]]]]]", 1_000)}]}`,
  `{"gamers":["${filled("e\u0301")}"]}`,
  `{"gamer":"${filled(String.raw`\u00e9`)}"}`,
  `{"gamer":"${filled(String.raw`\"`)}"}`,
  `{"gamer":${filled("1")}}`,
  `{"${filled("k")}":1}`,
  filled(" "),
  filled("["),
  filled(`{"a":`),
];
