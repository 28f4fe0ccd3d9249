import { create } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { expect, test } from "vitest";
import { KeyScope, KeyScopesSchema } from "@tms/proto/tms/game/v1/game";
import { AuthorizeActorRequestSchema } from "@tms/proto/tms/game/v1/member";
import { MailSchema } from "@tms/proto/tms/identity/v1/identity";
import { toMessage } from "./message.ts";

test("converts dates, and leaves out null and other columns", () => {
  const createdAt = new Date("2030-01-31T12:00:00.123Z");
  const row = { id: "1", to: "ada", subject: null, createdAt };
  const message = toMessage(MailSchema, { ...row, text: "Hello", createTime: createdAt });
  const fields = { id: "1", to: "ada", subject: "", text: "Hello" };
  const createTime = timestampFromDate(createdAt);
  expect(message).toEqual(create(MailSchema, { ...fields, createTime }));
});

test("converts words of enums, and refuses other words", () => {
  const right = (scope: string) => toMessage(AuthorizeActorRequestSchema, { gameId: "", scope });
  expect(right("read").scope).toBe(KeyScope.READ);
  for (const word of ["all", "unspecified"])
    expect(() => right(word)).toThrow(`KeyScope has no value ${word}`);
  const { scopes } = toMessage(KeyScopesSchema, { scopes: ["read"] });
  expect(scopes).toEqual([KeyScope.READ]);
});
