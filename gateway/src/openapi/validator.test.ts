import { Type } from "typebox";
import { beforeAll, expect, test } from "vitest";
import { validatorCompiler } from "./validator.ts";
import { registerFormats } from "@tms/resources/patterns";
import { closed, handle } from "@tms/resources/input";

beforeAll(() => registerFormats());

const rank = closed({ gamer: handle, rank: Type.Integer({ minimum: 1 }) });
const RANKS = closed({ ranks: Type.Optional(Type.Array(rank, { maxItems: 10_000 })) });
const GAMERS = closed({ gamer: Type.Optional(handle), gamers: Type.Optional(Type.Array(handle)) });

const faultsOf = (schema: object, body: unknown) => {
  const validate = validatorCompiler({ schema, httpPart: "body" } as never);
  const { error = [] } = validate(body) as unknown as {
    error?: { keyword: string; instancePath: string }[];
  };
  return error.map(({ keyword, instancePath }) => `${keyword} ${instancePath}`);
};

/** Returns a rank that counts accesses to its gamer. */
const watched = (looks: { count: number }, gamer: string) => ({
  get gamer() {
    looks.count++;
    return gamer;
  },
  rank: 1,
});

test("does not look into a list that is too long", () => {
  const looks = { count: 0 };
  const ranks = Array.from({ length: 15_000 }, () => watched(looks, ""));
  expect(faultsOf(RANKS, { ranks })).toEqual(["maxItems /ranks"]);
  expect(looks.count).toBeLessThan(20);
});

test("finds the one fault of a long list", () => {
  const ranks = Array.from({ length: 10_000 }, (_, i) => ({ gamer: `g${i}`, rank: i }));
  expect(faultsOf(RANKS, { ranks })).toEqual(["minimum /ranks/0/rank"]);
  const last = ranks.map((one, i) => (i === 9_999 ? { ...one, team: 1 } : { ...one, rank: 1 }));
  expect(faultsOf(RANKS, { ranks: last })).toContain("boolean /ranks/9999/team");
});

test("reports faults of lists and of other fields together, at most eight", () => {
  expect(faultsOf(GAMERS, { gamers: ["", "a"], gamer: 1, team: 2 })).toEqual(
    expect.arrayContaining(["type /gamer", "boolean /team", "minLength /gamers/0"]),
  );
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`f${i}`, i]));
  expect(faultsOf(GAMERS, { ...many, gamers: [1, 2, 3] })).toHaveLength(8);
});
