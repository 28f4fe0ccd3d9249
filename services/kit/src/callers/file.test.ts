import { expect, test } from "vitest";
import { CallersFileError, formatCallers, isOfAnotherRelease, parseCallers } from "./file.ts";

const A = "a".repeat(64);
const B = "b".repeat(64);
const C = "c".repeat(64);
const RPCS = ["tms.wallet.v1.WalletService/GetAccount", "tms.entry.v1.EntryService/*"];
const fine = [
  { name: "gateway", digests: [A, B] },
  { name: "reporting", digests: [C], rpcs: RPCS },
];

test("is read as it was written", () => {
  expect(parseCallers(formatCallers(fine))).toEqual(fine);
  expect(parseCallers('{ "callers": [] }')).toEqual([]);
});

test("keeps a caller that only another release knows, and gives it no rights", () => {
  const other = { name: "reporter", digests: [C] };
  const read = parseCallers(formatCallers([...fine.slice(0, 1), other]));
  expect(read).toEqual([...fine.slice(0, 1), other]);
  expect(read.map(isOfAnotherRelease)).toEqual([false, true]);
  expect(fine.some(isOfAnotherRelease)).toBe(false);
});

const one = (entry: object) => JSON.stringify({ callers: [entry] });
test.for([
  ["{", "the file must be JSON"],
  ["[]", "the file must be an object"],
  ['{"users":[]}', "the file has the unknown field users"],
  ["{}", "callers must be a list"],
  [one([]), "callers[0] must be an object"],
  [one({ digests: [A] }), "callers[0].name must start with a lower-case letter"],
  [one({ name: "Gate Way", digests: [A] }), "callers[0].name must start with a lower-case letter"],
  [one({ name: "gateway" }), "callers[0].digests must be a list of 1 to 2"],
  [one({ name: "gateway", digests: [] }), "callers[0].digests must be a list of 1 to 2"],
  [one({ name: "gateway", digests: [A, B, C] }), "callers[0].digests must be a list of 1 to 2"],
  [one({ name: "gateway", digests: ["tmsc_x"] }), "callers[0].digests[0] must be a SHA-256"],
  [one({ name: "gateway", digests: [A], rpcs: RPCS }), "callers[0].rpcs must be omitted"],
  [one({ name: "reporting", digests: [A], rpcs: [] }), "callers[0].rpcs must be a list"],
  [one({ name: "reporting", digests: [A], rpcs: ["*"] }), "callers[0].rpcs[0] must look like"],
  [one({ name: "reporting", digests: [A], rpc: RPCS }), "callers[0] has the unknown field rpc"],
  [JSON.stringify({ callers: [...fine, fine[0]] }), "the name gateway occurs more than once"],
  [one({ name: "gateway", digests: [A, A] }), `the digest ${A} occurs more than once`],
] as const)("%s is refused by the place of its fault", ([text, fault]) => {
  expect(() => parseCallers(text)).toThrow(CallersFileError);
  expect(() => parseCallers(text)).toThrow(fault);
});
