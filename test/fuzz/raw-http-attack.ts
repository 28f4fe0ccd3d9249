import fc from "fast-check";
import type { Attack } from "./attack.ts";
import { must } from "./finding.ts";
import { mustBeFit, type Verdicts } from "./rest-oracle.ts";
import { exchange } from "./wire.ts";
import type { Target } from "./target.ts";

/** Bytes for the gateway's port, and how they are sent. */
interface RawCase {
  bytes: string;
  halfClose: boolean;
}

const METHODS = [
  "GET",
  "HEAD",
  "POST",
  "PATCH",
  "CONNECT",
  "TRACE",
  "PROPFIND",
  "QUERY",
  "BREW",
  "get",
  "",
];
const TARGETS = [
  "/tournament",
  "/livez",
  "/tournament/create",
  "*",
  "//",
  "/tournament//",
  "/tournament/%2e%2e/livez",
  "/%00",
  "/%",
  "http://other/livez",
  "other:443",
  "/tournament?\u00e9=\u00ff",
  "/\u0001",
  `/${"a/".repeat(3_000)}`,
  `/gamer/${"%41".repeat(1_100)}`,
  `/tournament?${"a=1&".repeat(2_500)}`,
  "/tournament#fragment",
  "/a b",
];
const VERSIONS = [
  "HTTP/1.1",
  "HTTP/1.1",
  "HTTP/1.1",
  "HTTP/1.0",
  "HTTP/2.0",
  "HTTP/9.9",
  "http/1.1",
  "",
];
const HEADERS = [
  "host: x",
  "host: y",
  "x-api-key: {{key.0}}",
  "content-type: application/json",
  "content-length: 2",
  "content-length: 3",
  "content-length: -1",
  "content-length: 99999999999999999999",
  "content-length: 2, 2",
  "content-length: 0x2",
  "transfer-encoding: chunked",
  "transfer-encoding: gzip, chunked",
  "transfer-encoding : chunked",
  "transfer-encoding: identity",
  "expect: 100-continue",
  "expect: tea",
  "connection: upgrade",
  "upgrade: websocket",
  "upgrade: h2c",
  "http2-settings: AAMAAABkAAQAAP__",
  "connection: keep-alive, x-api-key",
  "trailer: x-api-key",
  " folded: yes",
  "no colon",
  "na\u00efve: caf\u00e9",
  ": empty",
  "x-nul: a\0b",
  `x-long: ${"x".repeat(20_000)}`,
  `cookie: ${"a=b; ".repeat(1_000)}`,
  "range: bytes=0-0,1-1,2-2",
  "content-encoding: br",
  "authorization: ApiKey {{foreignKey.0}}",
  "idempotency-key: raw",
  "idempotency-key: \u0007",
];
const BODIES = [
  "",
  "{}",
  '{"gamer":"ada"}',
  "0\r\n\r\n",
  "2\r\n{}\r\n0\r\n\r\n",
  "zz\r\n{}\r\n",
  "ffffffffffffffff\r\n{}",
  `2;${"x".repeat(20_000)}\r\n{}\r\n0\r\n\r\n`,
  "2\r\n{}\r\n0\r\nx-api-key: {{key.0}}\r\n\r\n",
];

const request: fc.Arbitrary<string> = fc
  .record({
    method: fc.constantFrom(...METHODS),
    target: fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...TARGETS) },
      { weight: 1, arbitrary: fc.webPath() },
    ),
    version: fc.constantFrom(...VERSIONS),
    headers: fc.array(fc.constantFrom(...HEADERS), { maxLength: 6 }),
    host: fc.boolean(),
    body: fc.constantFrom(...BODIES),
    newline: fc.oneof(
      { weight: 12, arbitrary: fc.constant("\r\n") },
      { weight: 1, arbitrary: fc.constant("\n") },
    ),
  })
  .map(({ method, target, version, headers, host, body, newline }) =>
    [`${method} ${target} ${version}`, ...(host ? ["host: x"] : []), ...headers, "", body].join(
      newline,
    ),
  );

const bytes: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: request },
  // Pipelined, and bytes that belong to nothing.
  {
    weight: 2,
    arbitrary: fc.array(request, { minLength: 2, maxLength: 5 }).map((parts) => parts.join("")),
  },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 300 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
      "\x16\x03\x01\x02\x00\x01",
      "\r\n\r\n\r\n",
      "GET / HTTP/1.1\r\n".repeat(50),
    ),
  },
);

// Long enough for an answer; what the server is still waiting for then is hung up on.
const PATIENCE_MS = 700;

/** Bytes that are hardly HTTP, or ambiguous. */
export function rawHttpAttack(target: Target, verdicts: Verdicts): Attack<RawCase> {
  return {
    name: "raw HTTP",
    cases: fc.record({ bytes, halfClose: fc.boolean() }),
    async run({ bytes: text, halfClose }) {
      const sent = Buffer.from(target.fill(text), "latin1");
      const bodiless = text.includes("HEAD ");
      const { responses, rest } = await exchange(target.gatewayPort, sent, {
        timeoutMs: PATIENCE_MS,
        halfClose,
        bodiless,
      });
      must(responses.length <= 60, `${responses.length} answers`);
      // With HEAD among pipelined requests, what is a body cannot be told.
      if (bodiless) return;
      for (const response of responses) await mustBeFit(response, verdicts);
      must(rest === "", `bytes that are no answer: ${rest.slice(0, 300)}`);
    },
  };
}
