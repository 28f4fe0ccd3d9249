import { expect, test } from "vitest";
import { formatActor, parseActor, SYSTEM } from "./actor.ts";

const ID = "0197d9a5-11c2-7f0e-8a54-7f3f2a9b6c01";

test.for([{ type: "api_key", id: ID } as const, { type: "user", id: ID } as const, SYSTEM])(
  "$type is read back from its text",
  (actor) => {
    expect(parseActor(formatActor(actor))).toEqual(actor);
  },
);

test("ids are canonical", () => {
  expect(parseActor(`user:${ID.toUpperCase()}`)).toEqual({ type: "user", id: ID });
});

test.for([
  ID,
  "user:",
  "system:",
  `system:${ID}`,
  `USER:${ID}`,
  `user:${ID} `,
  `user:${ID}\n`,
  `user:${ID}, api_key:${ID}`,
  "user:not-a-uuid-but-of-the-same-length-000",
  `user:${ID.replaceAll("0", "o")}`,
])("%j names nobody", (text) => {
  expect(parseActor(text)).toBeUndefined();
});
