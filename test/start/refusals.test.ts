import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { administer } from "@tms/kit/database/admin";
import { canEnter, isRoot, repository } from "@tms/stack/paths";
import { ownPostgres } from "../harness/own-server.ts";
import { scene, Start } from "./start-process.ts";

const admin = process.env["TMS_TEST_ADMIN_URL"] ?? "";
const redis = process.env["TMS_TEST_REDIS_URL"] ?? "redis://";

/** The sentence of a start that is refused; a hint follows it. */
async function refusal(start: Start): Promise<string> {
  expect(await start.exited()).toBe(1);
  const lines = start.output.split("\n").filter((line) => line !== "");
  expect(lines).toEqual([expect.any(String), expect.any(String)]);
  return lines[0] ?? "";
}

/** A URL with some parts exchanged. */
const changed = (url: string, parts: Partial<URL>): string =>
  Object.assign(new URL(url), parts).href;

describe("start says in one sentence", () => {
  test.each([
    ["unreachable", "postgres://a:b@127.0.0.1:1/tms", "127.0.0.1:1/tms cannot be reached: connect"],
    [
      "nowhere",
      "postgres://a:b@none.invalid/tms",
      "none.invalid/tms cannot be reached: getaddrinfo",
    ],
    ["refused", changed(admin, { password: "guess" }), "password authentication failed for user"],
    ["of no database", changed(admin, { pathname: "/none" }), 'database "none" does not exist'],
    ["no URL of Postgres", "http://127.0.0.1/tms", "DATABASE_URL is not a valid URL."],
    ["no URL", "tms", "DATABASE_URL is not a valid URL."],
  ])("that DATABASE_URL is %s", async (_, url, sentence) => {
    const { folder, ports } = await scene();
    const said = await refusal(new Start(folder, ports, { DATABASE_URL: url }));
    expect(said).toContain(sentence);
    expect(said).not.toContain("guess");
  });

  test("that the role of DATABASE_URL lacks a right", async () => {
    const server = await ownPostgres();
    onTestFinished(() => server.remove());
    await administer(server.url, "CREATE ROLE lacking LOGIN PASSWORD 'secret'");
    const url = changed(server.url, { username: "lacking", password: "secret" });
    const { folder, ports } = await scene();
    expect(await refusal(new Start(folder, ports, { DATABASE_URL: url }))).toBe(
      "start cannot use the database: permission denied to create role.",
    );
    await administer(server.url, "ALTER ROLE lacking CREATEROLE");
    expect(await refusal(new Start(folder, ports, { DATABASE_URL: url }))).toBe(
      "start cannot use the database: permission denied for database postgres.",
    );
  });

  const refusing: [string, string, string][] = [
    ["refused", changed(redis, { username: "gast", password: "guess" }), "WRONGPASS"],
    ["of no database", `${redis}/100000`, "DB index is out of range"],
  ];
  test.each<[string, string, string]>([
    ["unreachable", "redis://127.0.0.1:1", "(127.0.0.1:1) cannot be used: connect ECONNREFUSED"],
    ["no URL", "redis", "REDIS_URL is not a valid URL."],
    ...(redis === "redis://" ? [] : refusing),
  ])("that REDIS_URL is %s", async (_, url, sentence) => {
    const { folder, ports } = await scene();
    const said = await refusal(new Start(folder, ports, { REDIS_URL: url }));
    expect(said).toContain(sentence);
    expect(said).not.toContain("guess");
  });

  test.each([
    ["7101", "7101", "The game and the gateway cannot both use port 7101."],
    ["7203", "7101", "The entry and the gateway cannot both use port 7203."],
  ])("that --port %s and --service-port %s meet", async (port, first, sentence) => {
    const { folder } = await scene();
    const start = new Start(folder, ["--port", port, "--service-port", first]);
    expect(await refusal(start)).toBe(sentence);
  });

  test.each([
    ["/proc/data", "cannot be created."],
    ["/dev/null", "is not a folder."],
    ["/dev/null/data", "is not a folder."],
  ])("that TMS_DATA_DIR is %s", async (folder, sentence) => {
    const { ports } = await scene();
    expect(await refusal(new Start(folder, ports))).toBe(`The data folder ${folder} ${sentence}`);
  });

  const nameless = { uid: 64_123, gid: 64_123 };
  test.runIf(isRoot && canEnter(process.execPath, nameless) && canEnter(repository, nameless))(
    "that its account has no name",
    async () => {
      const { folder, ports } = await scene();
      await chmod(folder, 0o777);
      const start = new Start(join(folder, "data"), ports, { HOME: folder }, nameless);
      expect(await start.exited()).toBe(1);
      // An account that may not read the dashboard says first that it builds one.
      expect(start.output.trimEnd().split(/\n+/).at(-2)).toBe(
        "This account (uid 64123) has no name on this machine, but Postgres requires one.",
      );
    },
  );
});
