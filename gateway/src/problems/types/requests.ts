export const REQUEST_PROBLEMS = {
  BAD_REQUEST: {
    status: 400,
    title: "The request is malformed",
    when: "The request is not valid HTTP, or its path is not valid. This includes a missing Host header, a second Host or Content-Type header, and a request for a tunnel.",
    remedy: "Build the request with an HTTP library, and percent-encode path parameters as UTF-8.",
  },
  ROUTE_NOT_FOUND: {
    status: 404,
    title: "The operation does not exist",
    when: "No operation has this path.",
    remedy:
      "Compare the path with `/openapi.json`. Paths are case-sensitive and have no trailing slash.",
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    title: "The method is not allowed for this path",
    when: "The path exists, but does not accept this method.",
    remedy: "Use one of the methods in the Allow header of the response.",
  },
  REQUEST_TIMEOUT: {
    status: 408,
    title: "The request took too long to arrive",
    when: "The service did not receive the whole request in time.",
    remedy: "Send the request again.",
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    title: "The body is too large",
    when: "A body can have at most 64 KiB. The limit is 1 MiB for eliminate, disqualify, reinstate, review, complete, joins and scores.",
    remedy: "Split the data into several requests.",
  },
  URI_TOO_LONG: {
    status: 414,
    title: "The path is too long",
    when: "A path parameter has more than 1,024 characters.",
    remedy: "Check the path parameters.",
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    title: "The body must be application/json",
    when: "The Content-Type of the body is missing, is not `application/json`, or names a charset other than UTF-8. A body with a Content-Encoding is also refused.",
    remedy: "Send the body as uncompressed UTF-8 with `Content-Type: application/json`.",
  },
  EXPECTATION_FAILED: {
    status: 417,
    title: "The Expect header is not supported",
    when: "The Expect header has a value other than `100-continue`.",
    remedy: "Remove the Expect header.",
  },
  HEADERS_TOO_LARGE: {
    status: 431,
    title: "The headers are too large",
    when: "The request line and the headers together have more than 16 KiB.",
    remedy: "Send fewer or shorter headers.",
  },
  INVALID_ARGUMENT: {
    title: "The request is not valid",
    when: "A field, query parameter, path parameter or header is missing, unknown, out of range or of the wrong type, or contradicts another field.",
    remedy:
      "Correct the fields in `errors`. Pointers under `/query` and `/path` name parameters, and pointers under `/header` name headers. All other pointers are JSON pointers into the body.",
  },
  INVALID_JSON: {
    status: 400,
    title: "The body is not valid JSON",
    when: "The body is not well-formed JSON in UTF-8, or has more than 32 levels of nesting.",
    remedy: "Send exactly one JSON value, encoded as UTF-8.",
  },
  CREDENTIALS_CONFLICT: {
    status: 400,
    title: "The request has more than one credential",
    when: "`x-api-key` and `Authorization` have different credentials, or the request has one of these headers twice.",
    remedy: "Send only one of the two headers, once.",
  },
  GAME_CONFLICT: {
    status: 400,
    title: "The request names two different games",
    when: "The X-Game-Id header occurs twice, or names a different environment than the API key or the body, or a different game than the path.",
    remedy:
      "Name only one environment. Do not send X-Game-Id with an API key, because the key already determines the environment.",
  },
  IDEMPOTENCY_KEY_INVALID: {
    status: 400,
    title: "The Idempotency-Key is not valid",
    when: "The Idempotency-Key header is empty, occurs twice, has more than 255 characters, or has characters other than visible ASCII.",
    remedy: "Send a random UUID, and a new one for each operation.",
  },
  INVALID_PAGE_TOKEN: {
    title: "The cursor does not belong to this list",
    when: "The cursor is not a `nextCursor` of this list with these filters.",
    remedy: "Start again from the first page, without a cursor.",
  },
  RANKS_INVALID: {
    title: "The final ranks are not a valid ranking",
    when: "The ranks are not a standard competition ranking. Ranks must start at 1 and have no gaps. Tied gamers share a rank (1, 2, 2, 4).",
    remedy: "Set each rank to 1 plus the number of gamers with a better rank.",
  },
  API_KEY_MISSING: {
    status: 401,
    title: "An API key is required",
    when: "The request has neither an `x-api-key` header nor an `Authorization: ApiKey` header.",
    remedy: "Send the game's API key in one of the two headers.",
  },
  API_KEY_INVALID: {
    title: "The API key is not valid",
    when: "The API key is malformed, unknown, expired or revoked.",
    remedy: "Check that you copied the whole key. If the key is complete, create a new key.",
  },
  SCOPE_MISSING: {
    title: "The credential does not have the required scope",
    when: "The operation needs a scope that the API key does not have, or that the person's role does not include in this environment.",
    remedy: "Use a credential with the scope that `detail` names.",
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    title: "The Idempotency-Key was already used for another request",
    when: "The same caller used the key before, for the same operation with a different path or body.",
    remedy:
      "Use a new key for each operation. When you retry, send exactly the same path and body.",
  },
  RATE_LIMITED: {
    status: 429,
    title: "Too many requests",
    when: "The API key, the person or the network address has used up its limit for this minute. The limit of an address applies to requests without a credential, such as sign-in and documentation.",
    remedy:
      "Wait for the number of seconds in the Retry-After header. The RateLimit headers show how much of the limit remains.",
  },
  TOO_MANY_AT_ONCE: {
    status: 429,
    title: "Too many requests at once",
    when: "Too many requests of this address are in progress, or too many requests wait for events. An address can have 500 requests in progress, unless the operator sets another limit. A caller can have 20 requests that wait for events.",
    remedy: "Wait until some of these requests have a response.",
    retryAfterS: 1,
  },
  STREAM_LIMIT: {
    status: 429,
    title: "Too many streams are open",
    when: "On each replica, a caller can have 20 open event streams, a game 100, and all callers together 500.",
    remedy: "Close some streams, share one stream among several readers, or list events instead.",
    retryAfterS: 5,
  },
};

export const SERVICE_PROBLEMS = {
  INTERNAL: {
    title: "The service failed unexpectedly",
    when: "The service has a defect.",
    remedy:
      "Retry the request with the same Idempotency-Key. If it still fails, report the `requestId` to the operator.",
  },
  OVERLOADED: {
    status: 503,
    title: "The service is overloaded",
    when: "The service has more work than it can finish in time. The request was not processed.",
    remedy:
      "Retry the request after the number of seconds in the Retry-After header, with the same Idempotency-Key.",
    retryAfterS: 1,
  },
  UNAVAILABLE: {
    title: "The service is temporarily unavailable",
    when: "A part of the service that this operation needs is down. If the operation had already begun, the service completes or undoes it later.",
    remedy:
      "Retry the request after the number of seconds in the Retry-After header, with the same Idempotency-Key.",
    retryAfterS: 1,
  },
  DEADLINE_EXCEEDED: {
    title: "The service did not respond in time",
    when: "The operation took too long. The service may still complete it.",
    remedy:
      "Retry the request after the number of seconds in the Retry-After header, with the same Idempotency-Key, to get the result.",
    retryAfterS: 1,
  },
};
