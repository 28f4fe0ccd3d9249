import { afterAll, beforeAll, expect, test } from "vitest";
import { codeOf, problemNames, problemType, slugOf } from "../../src/problems/catalogue.ts";
import { startGateway, type TestGateway } from "../support/gateway.ts";

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

test("every type has its page", async () => {
  for (const name of problemNames) {
    const { status, headers, text } = await gateway.raw("GET", `/problems/${slugOf(name)}`);
    expect(status).toBe(200);
    expect(headers.get("content-type")).toContain("text/html");
    expect(text).toContain("What to do");
  }
});

test("a request's id is the caller's own when it is sane", async () => {
  const own = await gateway.send("GET", "/nope", undefined, {
    "x-request-id": "trace:42.a_b-c",
  });
  expect(own.body.requestId).toBe("trace:42.a_b-c");
  for (const bad of ["a b", "<script>", "x".repeat(129), gateway.key]) {
    const { headers: answered } = await gateway.send("GET", "/nope", undefined, {
      "x-request-id": bad,
    });
    expect(answered.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  }
});

test("a credential in a path by mistake is not repeated", async () => {
  const { status, body, text } = await gateway.send("GET", `/gamer/${gateway.key}`);
  expect([status, body.instance]).toEqual([404, "/gamer/struck-out"]);
  expect(text).not.toContain(gateway.key);
});

test("the documentation lists every type with its status", async () => {
  const { text } = await gateway.raw("GET", "/docs/errors");
  for (const name of problemNames)
    expect(text).toContain(
      `<td>${problemType(name).status}</td><td><a href="/problems/${slugOf(name)}"><code>${codeOf(name)}</code>`,
    );
});
