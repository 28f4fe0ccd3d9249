import type { ReasonName } from "@tms/kit/errors";

/** One type of problem: what every answer of it has in common, and its page. */
export interface ProblemType {
  status: number;
  title: string;
  /** When it happens, for its page. */
  when: string;
  /** What to do about it, for its page. */
  remedy: string;
  /** Seconds after which a repeat makes sense. */
  retryAfterS?: number;
}

const CREATE_A_NEW_KEY =
  "A new attempt needs a new Idempotency-Key: the old one repeats this answer.";

/** Every type of problem a caller can meet, by the name its code is made of. */
export const PROBLEMS = {
  // The request itself.
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
    when: "The body is not well-formed JSON in UTF-8.",
    remedy: "Send exactly one JSON value, encoded in UTF-8.",
  },
  BAD_REQUEST: {
    status: 400,
    title: "The request cannot be understood",
    when: "The request is not well-formed HTTP, or its path is not well-formed.",
    remedy: "Percent-encode path parameters as UTF-8 and let an HTTP library build the request.",
  },
  CREDENTIALS_CONFLICT: {
    status: 400,
    title: "Two different credentials were sent",
    when: "x-api-key and Authorization are both present and do not carry the same API key.",
    remedy: "Send one of the two headers.",
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
  INSUFFICIENT_FUNDS: {
    status: 402,
    title: "The account cannot pay",
    when: "A wallet would go below zero, or the game's account below its credit limit. Nothing was charged.",
    remedy: `Deposit first. ${CREATE_A_NEW_KEY}`,
  },

  // What the request names does not exist.
  ROUTE_NOT_FOUND: {
    status: 404,
    title: "There is no such operation",
    when: "The path belongs to no operation.",
    remedy: "Compare it with /openapi.json; paths are case-sensitive and have no trailing slash.",
  },
  GAME_NOT_FOUND: {
    status: 404,
    title: "The game was not found",
    when: "`game` is not the game the API key belongs to.",
    remedy: "Use the id of the key's own game.",
  },
  TOURNAMENT_NOT_FOUND: {
    status: 404,
    title: "The tournament was not found",
    when: "The game has no tournament of that id. Tournaments of other games are never shown.",
    remedy: "Check the id, and that the key belongs to the tournament's game.",
  },
  GAMER_NOT_FOUND: {
    status: 404,
    title: "The gamer was not found",
    when: "The game has no gamer of that handle. Handles are compared exactly.",
    remedy:
      "Check the handle's spelling and case; joining, creating or depositing makes a gamer known.",
  },
  GAMER_NOT_ENTERED: {
    status: 404,
    title: "The gamer is not in this tournament",
    when: "A gamer of the game is named who has no entry in this tournament. Nobody was changed.",
    remedy: "Leave the gamer out.",
  },
  SETTLEMENT_NOT_FOUND: {
    status: 404,
    title: "There is no settlement yet",
    when: "The tournament was never published, so nothing is scheduled for it.",
    remedy: "Publish the tournament first.",
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    title: "The method is not allowed here",
    when: "The path exists, but not with this method.",
    remedy: "Use one of the methods in the Allow header.",
  },
  REQUEST_TIMEOUT: {
    status: 408,
    title: "The request came too slowly",
    when: "The whole request did not arrive in time.",
    remedy: "Send it again.",
  },

  // The state of things forbids it.
  TOURNAMENT_NOT_PENDING: {
    status: 409,
    title: "The tournament is not pending any more",
    when: "Update and publish are allowed only while the tournament is pending; publishing twice is one of these.",
    remedy: "Read the tournament. To repeat a request safely, use an Idempotency-Key.",
  },
  TOURNAMENT_STARTED: {
    status: 409,
    title: "The tournament has started",
    when: "A tournament can be updated only before its startTime.",
    remedy: "Cancel it and create another one.",
  },
  TOURNAMENT_ENDED: {
    status: 409,
    title: "The tournament has ended",
    when: "The tournament's endTime has passed.",
    remedy: "Nothing more can be done with it; while it is pending, endTime can be moved.",
  },
  TOURNAMENT_NOT_PUBLISHED: {
    status: 409,
    title: "The tournament is not published",
    when: "Joining, eliminating and completing need a published tournament: this one is pending, settling, completed or cancelled.",
    remedy: "Read the tournament's status; publish it if it is pending.",
  },
  TOURNAMENT_NOT_CANCELLABLE: {
    status: 409,
    title: "The tournament cannot be cancelled any more",
    when: "Only a pending or published tournament can be cancelled.",
    remedy: "Read the tournament's status.",
  },
  GAMER_ALREADY_JOINED: {
    status: 409,
    title: "The gamer is in this tournament already",
    when: "The gamer has an entry. There was no second charge.",
    remedy:
      "Treat it as success when your own repeat caused it, or repeat with the same Idempotency-Key.",
  },
  GAMER_ALREADY_ELIMINATED: {
    status: 409,
    title: "The gamer was eliminated before",
    when: "One of the named gamers is out already. Nobody was changed.",
    remedy: "Leave the gamer out.",
  },
  TOURNAMENT_FULL: {
    status: 409,
    title: "All seats are taken",
    when: "The tournament has as many entries as maxEntries. Nothing was charged.",
    remedy: "Offer the gamer another tournament.",
  },
  REGISTRATION_CLOSED: {
    status: 409,
    title: "Registration has closed",
    when: "The tournament's registrationClosesAt has passed. Nothing was charged.",
    remedy: "Offer the gamer another tournament.",
  },
  ACCOUNT_CLOSED: {
    status: 409,
    title: "The account is closed",
    when: "Nothing more can be credited to the account.",
    remedy: "Use another account.",
  },
  BALANCE_OVERFLOW: {
    status: 409,
    title: "The balance would grow too large",
    when: "The amount would take a balance beyond what the ledger can count.",
    remedy: "Use a smaller amount.",
  },
  REQUEST_IN_FLIGHT: {
    status: 409,
    title: "The same request is still being worked on",
    when: "Another request with the same Idempotency-Key has not been answered yet.",
    remedy: "Wait for Retry-After and repeat it with the same key.",
    retryAfterS: 1,
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    title: "The body is too large",
    when: "Bodies may have 64 KiB; those of eliminate and complete 1 MiB.",
    remedy: "Send less at once.",
  },
  URI_TOO_LONG: {
    status: 414,
    title: "The path is too long",
    when: "A path parameter has more than 1,024 characters.",
    remedy: "Check the parameter.",
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    title: "The body must be application/json",
    when: "The request has a body of another Content-Type, or none is named.",
    remedy: "Send Content-Type: application/json.",
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    title: "The Idempotency-Key was used for another request",
    when: "The same key came before with another method, path or body.",
    remedy: "Use a new key per operation, and repeat an operation byte for byte.",
  },
  RATE_LIMITED: {
    status: 429,
    title: "Too many requests",
    when: "The API key, or an address without one, has used up its requests of this minute.",
    remedy: "Wait for Retry-After; the RateLimit headers tell how much is left.",
  },
  HEADERS_TOO_LARGE: {
    status: 431,
    title: "The header section is too large",
    when: "Request line and headers together have more than 16 KiB.",
    remedy: "Send fewer or shorter headers.",
  },

  // Not the caller's doing.
  INTERNAL: {
    status: 500,
    title: "The service met an unexpected error",
    when: "A defect of this service.",
    remedy: "Repeat the request with the same Idempotency-Key; if it stays, report the requestId.",
  },
  OVERLOADED: {
    status: 503,
    title: "The service is overloaded",
    when: "More work is waiting than can be done in time. Nothing was done.",
    remedy: "Repeat it after Retry-After, with the same Idempotency-Key.",
    retryAfterS: 1,
  },
  UNAVAILABLE: {
    status: 503,
    title: "The service is not available right now",
    when: "Something this operation needs is down. Nothing is half done: what was begun is finished or undone by itself.",
    remedy: "Repeat it after Retry-After, with the same Idempotency-Key.",
    retryAfterS: 1,
  },
  DEADLINE_EXCEEDED: {
    status: 503,
    title: "The service did not answer in time",
    when: "The operation took longer than allowed; it may still be finished.",
    remedy: "Repeat it after Retry-After with the same Idempotency-Key to learn the outcome.",
    retryAfterS: 1,
  },
} satisfies Record<string, ProblemType>;

/** A problem's name; its code is the same in lower case. */
export type ProblemName = keyof typeof PROBLEMS;

/** A row of the table, by its name. */
export const problemType = (name: ProblemName): ProblemType => PROBLEMS[name];

/**
 * Reasons that are another problem to a caller of this API. The first two are how services
 * notice a repeated Idempotency-Key; the others answer calls that the gateway never makes.
 */
const OTHERWISE: Record<Exclude<ReasonName, ProblemName>, ProblemName> = {
  REQUEST_ID_REUSED: "IDEMPOTENCY_KEY_REUSED",
  TRANSFER_ID_REUSED: "IDEMPOTENCY_KEY_REUSED",
  API_KEY_LIMIT: "INTERNAL",
  API_KEY_NOT_FOUND: "INTERNAL",
  ACCOUNT_NOT_FOUND: "INTERNAL",
  TRANSFER_NOT_FOUND: "INTERNAL",
  LINKED_TRANSFER_REFUSED: "INTERNAL",
  SETTLEMENT_NOT_DEAD: "INTERNAL",
};

/** What a service's reason is to a caller of this API. */
export const problemOf = (reason: ReasonName): ProblemName =>
  isProblem(reason) ? reason : OTHERWISE[reason];

const isProblem = (name: string): name is ProblemName => Object.hasOwn(PROBLEMS, name);

/** The stable machine code: `tournament_full`. */
export const codeOf = (name: ProblemName): string => name.toLowerCase();

/** The last part of the type's URL: `tournament-full`. */
export const slugOf = (name: ProblemName): string => codeOf(name).replaceAll("_", "-");

/** All names in the order of the table. */
export const problemNames = Object.keys(PROBLEMS) as ProblemName[];
