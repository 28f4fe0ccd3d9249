import { beforeAll, expect, test } from "vitest";
import { EliminateBody } from "../resources/entries/schemas.ts";
import { CompleteBody } from "../resources/tournaments/schemas.ts";
import { validatorCompiler } from "./compilers.ts";
import { registerFormats } from "./formats.ts";

beforeAll(() => registerFormats());

const faultsOf = (schema: object, body: unknown) => {
  const validate = validatorCompiler({ schema, httpPart: "body" } as never);
  const { error = [] } = validate(body) as unknown as {
    error?: { keyword: string; instancePath: string }[];
  };
  return error.map(({ keyword, instancePath }) => `${keyword} ${instancePath}`);
};

/** A rank that notes when it is looked at. */
const watched = (looks: { count: number }, gamer: string) => ({
  get gamer() {
    looks.count++;
    return gamer;
  },
  rank: 1,
});

test("into a list that is too long nobody looks", () => {
  const looks = { count: 0 };
  const ranks = Array.from({ length: 15_000 }, () => watched(looks, ""));
  expect(faultsOf(CompleteBody, { ranks })).toEqual(["maxItems /ranks"]);
  expect(looks.count).toBeLessThan(20);
});

test("the one fault of a long list is found by its place", () => {
  const ranks = Array.from({ length: 10_000 }, (_, i) => ({ gamer: `g${i}`, rank: i }));
  expect(faultsOf(CompleteBody, { ranks })).toEqual(["minimum /ranks/0/rank"]);
  const last = ranks.map((one, i) => (i === 9_999 ? { ...one, team: 1 } : { ...one, rank: 1 }));
  expect(faultsOf(CompleteBody, { ranks: last })).toContain("boolean /ranks/9999/team");
});

test("faults of lists and of other fields are told together, and no more than eight", () => {
  expect(faultsOf(EliminateBody, { gamers: ["", "a"], gamer: 1, team: 2 })).toEqual(
    expect.arrayContaining(["type /gamer", "boolean /team", "minLength /gamers/0"]),
  );
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`f${i}`, i]));
  expect(faultsOf(EliminateBody, { ...many, gamers: [1, 2, 3] })).toHaveLength(8);
});
