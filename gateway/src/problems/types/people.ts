import type { ProblemType } from "./problem-type.ts";

const BEARER = 'Bearer realm="tms"';

/** Problems of people: signing in, and what they may do. */
export const PEOPLE_PROBLEMS = {
  GAME_REQUIRED: {
    status: 400,
    title: "The game must be named",
    when: "A person's request names no game: neither X-Game-Id nor a tournament.",
    remedy: "Send the id of the environment, live or test, in the header X-Game-Id.",
  },
  CODE_INVALID: {
    status: 400,
    title: "The code is not accepted",
    when: "A mailed code or token, or the code of a command line tool, is wrong, used, replaced or expired.",
    remedy: "Ask for another one, and use it where you asked for it; only the newest counts.",
  },
  PASSWORD_TOO_WEAK: {
    status: 400,
    title: "The password is too weak",
    when: "It has fewer than 10 or more than 128 characters, or is easily guessed, also from the person's name and address.",
    remedy: "Choose a longer one; several unrelated words do.",
  },
  AUTHORIZATION_PENDING: {
    status: 400,
    title: "Nobody has approved the code yet",
    repeatable: true,
    when: "A command line tool asks for its tokens before a person has entered its code.",
    remedy: "Ask again after the interval.",
  },
  SLOW_DOWN: {
    status: 400,
    title: "The code was asked about too soon",
    repeatable: true,
    when: "A command line tool did not wait for the interval; it grows by five seconds each time.",
    remedy: "Wait for Retry-After.",
  },
  TOKEN_MISSING: {
    status: 401,
    title: "An access token is required",
    when: "The operation is for people, and Authorization: Bearer was not sent.",
    remedy: "Sign in and send the access token.",
    challenge: BEARER,
  },
  TOKEN_INVALID: {
    status: 401,
    title: "The access token is not accepted",
    when: "The access token is malformed or has expired, its signature is not ours, or its session has ended.",
    remedy: "Refresh the session; if that is refused too, sign in again.",
    challenge: 'Bearer error="invalid_token"',
  },
  CREDENTIALS_INVALID: {
    status: 401,
    title: "The e-mail address or the password is wrong",
    when: "Address and password belong to no account. Nothing tells which of them is wrong.",
    remedy: "Check both, or ask for a new password.",
    challenge: BEARER,
  },
  SESSION_ENDED: {
    status: 401,
    title: "The session has ended",
    when: "The refresh token is missing or none of ours, or its session ended: by signing out, by a new password, by a refresh token used twice, or because it lay idle for 14 days or is 90 days old.",
    remedy: "Sign in again.",
    challenge: BEARER,
  },
  PERSON_REQUIRED: {
    status: 403,
    title: "Only a person may do this",
    when: "An API key was sent to an operation that is for people who are signed in.",
    remedy: "Sign in and send the access token instead of the key.",
  },
  ADDRESS_NOT_ALLOWED: {
    status: 403,
    title: "The API key may not be used from here",
    when: "The key is limited to certain networks, and the request comes from none of them.",
    remedy: "Call from one of the key's networks, or change its ipRanges.",
  },
  CROSS_SITE: {
    status: 403,
    title: "The request comes from another site",
    when: "A browser sent it for a page of another origin, as its Sec-Fetch-Site or Origin tells. Another port is another origin.",
    remedy: "Use the dashboard at the public URL, or a client that is no browser.",
  },
  SESSION_NOT_FOUND: {
    status: 404,
    title: "The session was not found",
    when: "The person has no session of that id.",
    remedy: "List the sessions.",
  },
  TOO_MANY_ATTEMPTS: {
    status: 429,
    title: "Too many attempts",
    repeatable: true,
    when: "Too many passwords or codes were wrong, for this account or from this address, or the address asks for too many mails or codes.",
    remedy:
      "Wait for Retry-After. A new password that was asked for by mail forgives the account's.",
  },
} satisfies Record<string, ProblemType>;
