import type { ProblemType } from "./problem-type.ts";

/** Problems of requests that reach no operation. */
export const TRANSPORT_PROBLEMS = {
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
    repeatable: true,
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
} satisfies Record<string, ProblemType>;
