import type { User } from "@tms/proto/tms/identity/v1/identity";
import { Type, type Static } from "typebox";
import { isoOf } from "@tms/resources/values/times";
import { EXAMPLES } from "../examples/examples.ts";
import { dateTime, id } from "./fields.ts";

/** A person, as signing in and one's own account show them. */
export const UserSchema = Type.Object(
  {
    id: id("Record identifier."),
    name: Type.String(),
    email: Type.String({ description: "In lower case." }),
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
export const personName = Type.String({ format: "text", minLength: 1, maxLength: 100 });
export const password = Type.String({
  format: "text",
  minLength: 1,
  maxLength: 1_000,
  description:
    "10 to 128 characters once normalised to Unicode NFKC, of any kind, and not easily guessed.",
});
