import type { ProblemType } from "./problem-type.ts";

/** Problems of the request itself. */
export const REQUEST_PROBLEMS = {
  INVALID_ARGUMENT: {
    status: 400,
    title: "The request is not valid",
    when: "A field, query parameter or path parameter is missing, unknown, of the wrong type, out of range or contradicts another one.",
    remedy:
      "Mend what the `errors` array points at: body fields as JSON pointers, others under /query and /path.",
  },
  INVALID_JSON: {
    status: 400,
    title: "The body is not JSON",
    when: "The body is not well-formed JSON in UTF-8, or is nested more than 32 deep.",
    remedy: "Send exactly one JSON value, encoded in UTF-8.",
  },
  CREDENTIALS_CONFLICT: {
    status: 400,
    title: "More than one credential was sent",
    when: "x-api-key and Authorization do not carry the same API key, or one of them came twice.",
    remedy: "Send one of the two headers.",
  },
  GAME_CONFLICT: {
    status: 400,
    title: "Two different games are named",
    when: "X-Game-Id came twice, or names another environment than the API key, the path or the body.",
    remedy:
      "Leave X-Game-Id out beside an API key, which has its own environment. Otherwise name one environment.",
  },
  IDEMPOTENCY_KEY_INVALID: {
    status: 400,
    title: "The Idempotency-Key is not valid",
    when: "The Idempotency-Key header is empty, longer than 255 characters, sent twice, or holds anything but visible ASCII characters.",
    remedy: "Use a random UUID per operation.",
  },
  INVALID_PAGE_TOKEN: {
    status: 400,
    title: "The cursor was not issued by this list",
    when: "The cursor is not a nextCursor of this very list.",
    remedy: "Start again without a cursor.",
  },
  RANKS_INVALID: {
    status: 400,
    title: "The final ranks are no ranking",
    when: "The ranks do not form a standard competition ranking: from 1 without gaps, ties sharing a rank (1, 2, 2, 4).",
    remedy: "Rank every gamer 1 plus the number of gamers placed better.",
  },
  API_KEY_MISSING: {
    status: 401,
    title: "An API key is required",
    when: "Neither x-api-key nor Authorization: ApiKey was sent.",
    remedy: "Send the game's API key in one of them.",
  },
  API_KEY_INVALID: {
    status: 401,
    title: "The API key is not accepted",
    when: "The API key is malformed, unknown, expired or revoked.",
    remedy: "Check that the whole key was copied; otherwise issue a new one.",
  },
  SCOPE_MISSING: {
    status: 403,
    title: "The credential does not have the scope",
    when: "The operation needs a scope that the API key does not have, or that the person's role does not have in this environment.",
    remedy: "Use a credential that has the scope, which `detail` names.",
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    title: "The Idempotency-Key was used for another request",
    when: "The same caller sent the key before, for the same operation with another path or body.",
    remedy: "Use a new key per operation, and repeat an operation byte for byte.",
  },
  RATE_LIMITED: {
    status: 429,
    title: "Too many requests",
    repeatable: true,
    when: "The API key has used up its units of this minute, a person their requests, or an address its requests for documentation and for signing in.",
    remedy: "Wait for Retry-After; the RateLimit headers tell how much is left.",
  },
  TOO_MANY_AT_ONCE: {
    status: 429,
    title: "Too many requests at once",
    repeatable: true,
    when: "Behind proxies, an address may have 500 requests under way unless the operator sets otherwise; and twenty requests of a caller may wait for events.",
    remedy: "Wait for some of them to be answered.",
    retryAfterS: 1,
  },
  STREAM_LIMIT: {
    status: 429,
    title: "Too many streams are open",
    repeatable: true,
    when: "A caller may have twenty streams of events open at a replica, which serves five hundred in all.",
    remedy: "Close some of them, let several readers share one, or pull events instead.",
    retryAfterS: 5,
  },
} satisfies Record<string, ProblemType>;
