import { expect, test } from "vitest";
import { holdsCredential, withoutCredentials } from "./credentials.ts";

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

// As long as every "eyJ" was tried to its word's end, this took minutes.
test("a text made to be slow to search is searched like any other", () => {
  const text = "eyJ".repeat(400_000);
  expect(withoutCredentials(text)).toBe(text);
  expect(withoutCredentials(`${text}.a.`)).toBe(`${text}.a.`);
  expect(withoutCredentials(`${"tms_".repeat(400_000)}${".a".repeat(400_000)}`)).toBeTypeOf(
    "string",
  );
});
