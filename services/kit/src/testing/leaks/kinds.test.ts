import { expect, test } from "vitest";
import { createCallerToken } from "../../callers/token.ts";
import { createApiKey } from "../../values/api-key.ts";
import { formsOf, PASSWORD_MARK, secretsIn } from "./kinds.ts";

const body = (length: number) => "Ab0_-".repeat(Math.ceil(length / 5)).slice(0, length);
const SECRETS: Record<string, string> = {
  "an API key": createApiKey("live"),
  "a caller's token": createCallerToken(),
  "a refresh token": `tmsr_${body(60)}`,
  "a secret of a webhook": `whsec_${"Ab0+/".repeat(9)}`,
  "an access token": `eyJ${body(40)}.eyJ${body(90)}.${body(86)}`,
  "a password": `violet-lamp${PASSWORD_MARK}-91`,
};

test.for(Object.entries(SECRETS))(
  "%s is found in a text and in the bytes of one",
  ([name, text]) => {
    expect(secretsIn(`{"before":"${text}","after":1}`)).toEqual([name]);
    expect(secretsIn(String.raw`(1,"\\x00${Buffer.from(text).toString("hex")}ff")`)).toEqual([
      name,
    ]);
  },
);

test("an API key of either mode is found", () => {
  expect(secretsIn(createApiKey("test"))).toEqual(["an API key"]);
});

test.for([0, 1, 2, 3, 4])("a password is found in base64, wherever it begins: %i", (before) => {
  const text = `${"x".repeat(before)}${SECRETS["a password"]}yz`;
  expect(secretsIn(Buffer.from(text).toString("base64"))).toEqual(["a password"]);
});

test("a mailed token has no form of its own and is found once it was told of", () => {
  const token = body(43);
  expect(secretsIn(`#token=${token}`)).toEqual([]);
  for (const form of formsOf(token))
    expect(secretsIn(`before ${form} after`, ["another", token])).toEqual(["a mailed token"]);
});

test.for([
  ["the hint of a key", "tms_live_Ab12"],
  ["the hint of a key in bytes", Buffer.from('"tms_test_Ab12"').toString("hex")],
  ["a key that was struck out", "tms_live_[struck out]"],
  ["a digest", "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"],
  ["a hash", "$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$RdescudvJCsgt3ub+b"],
  ["an id", "0197d9a5-11c2-7f0e-8a54-7f3f2a9b6c01"],
] as const)("%s is no secret", ([, text]) => {
  expect(secretsIn(text)).toEqual([]);
});
