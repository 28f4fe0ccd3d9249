import type { User } from "@tms/proto/tms/identity/v1/identity";
import { Type, type Static } from "typebox";
import { isoOf } from "@tms/resources/values/times";
import { EXAMPLES } from "../examples/examples.ts";
import { dateTime, id } from "./fields.ts";

/** A person, as signing in and one's own account show them. */
export const UserSchema = Type.Object(
  {
    id: id("The id of the person."),
    name: Type.String({ description: "The name of the person." }),
    email: Type.String({ description: "The email address of the person, in lowercase." }),
    createdAt: dateTime("When the person signed up."),
  },
  { $id: "User", examples: [EXAMPLES.User], description: "A person with an account." },
);
export type UserJson = Static<typeof UserSchema>;

/** A person as callers see them. */
export function userJson(user: User | undefined): UserJson {
  if (user === undefined) throw new Error("the identity service returned no user");
  const { id: userId, name, email, createTime } = user;
  return { id: userId, name, email, createdAt: isoOf(createTime) };
}

/** Fields of requests about people. */
export const personName = Type.String({
  format: "text",
  minLength: 1,
  maxLength: 100,
  description: "The name of the person.",
});
export const password = Type.String({
  format: "text",
  minLength: 1,
  maxLength: 1_000,
  description:
    "The password: 10 to 128 characters after normalization to Unicode NFKC. Any characters are allowed, but the password must be hard to guess.",
});
