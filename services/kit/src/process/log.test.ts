import { DrizzleQueryError } from "drizzle-orm";
import { expect, test } from "vitest";
import { createLogger } from "./log.ts";

/** Returns the only line that a logger writes about an error. */
function lineOf(error: unknown): { err: Record<string, unknown>; text: string } {
  let text = "";
  createLogger("test", "info", { write: (line) => void (text += line) }).warn(
    { err: error },
    "failed",
  );
  return { err: (JSON.parse(text) as { err: Record<string, unknown> }).err, text };
}

test("a failed query is logged with its statement and what Postgres said, without what was sent", () => {
  const detail = "Key (email)=(ada@example.com) already exists.";
  const refused = Object.assign(new Error("duplicate key value"), {
    code: "23505",
    constraint: "person_email_key",
    detail,
    where: "ada@example.com",
  });
  const statement = "insert into person (email) values ($1)";
  const { err, text } = lineOf(new DrizzleQueryError(statement, ["ada@example.com"], refused));
  expect(err).toMatchObject({
    message: `Failed query: ${statement}`,
    cause: { message: "duplicate key value", code: "23505", constraint: "person_email_key" },
  });
  expect(err["stack"]).toMatch(/^ {4}at .*log\.test\.ts/);
  expect(text).not.toContain("ada@example.com");
});

test("a failed command of Redis is logged without its arguments", () => {
  const command = { name: "hello", args: ["3", "AUTH", "default", "violet-lamp"] };
  const failed = Object.assign(new Error("WRONGPASS invalid username-password pair"), {
    command,
    previousErrors: [Object.assign(new Error("NOAUTH"), { command })],
  });
  const { err, text } = lineOf(failed);
  expect(err["message"]).toMatch(/^WRONGPASS/);
  expect(text).not.toContain("violet-lamp");
});

test("however much an error says, a line is short", () => {
  const long = new Error("x".repeat(1_000_000));
  long.cause = long;
  expect(lineOf(long).text.length).toBeLessThan(40_000);
});

test.for([[undefined], [null], ["torn"], [7], [{ a: 1 }]])("%s, thrown, is logged", ([thrown]) => {
  expect(lineOf(new Error("around", { cause: thrown })).err["message"]).toBe("around");
  expect(lineOf(thrown).text).toContain('"failed"');
});
