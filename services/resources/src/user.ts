import {
  SessionKind,
  type Session as SessionMessage,
  type User as UserMessage,
} from "@tms/proto/tms/identity/v1/identity";
import { Type } from "typebox";
import * as field from "./field.ts";
import { resource } from "./resource.ts";

export const User = resource<UserMessage>()(
  "User",
  "A person with an account.",
  {
    id: "0197d99c-41d2-7a80-b1c3-6d5e4f3a2b10",
    name: "Ada Lovelace",
    email: "ada@example.com",
    createdAt: "2030-04-28T09:12:00.000Z",
  },
  {
    id: field.id("The id of the person."),
    name: field.text("The name of the person."),
    email: field.text("The email address of the person, in lowercase."),
    createdAt: field.moment("When the person signed up.", "createTime"),
  },
);

const KINDS = field.words(SessionKind);

/** A session in the list of its person. `byId` is the id of the session that the request uses. */
export const Session = resource<SessionMessage & { byId: string }>()(
  "Session",
  "A session of a person, from one sign-in.",
  {
    id: "0197d99d-0a4e-7c55-9e21-7f6a5b4c3d20",
    kind: "browser",
    createdAt: "2030-04-28T09:12:40.000Z",
    lastUsedAt: "2030-05-01T17:30:00.000Z",
    address: "203.0.113.7",
    agent: "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0",
    current: true,
  },
  {
    id: field.id("The id of the session."),
    kind: KINDS.field("Whether a browser or a command line tool uses the session."),
    createdAt: field.moment("When the session began.", "createTime"),
    lastUsedAt: field.moment("When the refresh token of the session was last used.", "lastUseTime"),
    address: field.text("The network address of the last use."),
    agent: field.text("The user agent of the last use."),
    current: field.of(
      Type.Boolean({ description: "Whether this request uses the session." }),
      (session) => session.id === session.byId,
    ),
  },
);
