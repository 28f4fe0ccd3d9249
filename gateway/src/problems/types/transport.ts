import type { ProblemType } from "./problem-type.ts";

/** Problems of requests that no operation sees. */
export const TRANSPORT_PROBLEMS = {
  BAD_REQUEST: {
    status: 400,
    title: "The request cannot be understood",
    when: "The request is not well-formed HTTP, its path is not well-formed, it has no Host, two Host or Content-Type, or wants a tunnel.",
    remedy: "Percent-encode path parameters as UTF-8 and let an HTTP library build the request.",
  },
  ROUTE_NOT_FOUND: {
    status: 404,
    title: "There is no such operation",
    when: "The path belongs to no operation.",
    remedy: "Compare it with /openapi.json; paths are case-sensitive and have no trailing slash.",
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
    repeatable: true,
    when: "The whole request did not arrive in time.",
    remedy: "Send it again.",
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    title: "The body is too large",
    when: "Bodies may have 64 KiB; those of eliminate, disqualify, reinstate, review, complete, joins and scores 1 MiB.",
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
    when: "The body has another Content-Type, or none, another charset than UTF-8, or a Content-Encoding.",
    remedy: "Send Content-Type: application/json and the body as it is, in UTF-8.",
  },
  EXPECTATION_FAILED: {
    status: 417,
    title: "The expectation cannot be met",
    when: "The Expect header asks for anything but 100-continue.",
    remedy: "Leave the Expect header out.",
  },
  HEADERS_TOO_LARGE: {
    status: 431,
    title: "The header section is too large",
    when: "Request line and headers together have more than 16 KiB.",
    remedy: "Send fewer or shorter headers.",
  },
} satisfies Record<string, ProblemType>;
