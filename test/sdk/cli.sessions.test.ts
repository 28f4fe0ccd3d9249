import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeScratch } from "@tms/stack/testing/scratch";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { callAs, fromElsewhere } from "../harness/people.ts";
import { newCaller } from "../harness/team.ts";
import { environmentIn, runCli } from "./run-cli.ts";
import { signIn, type SignedIn } from "./signed-in.ts";

const baseUrl = inject("baseUrl");
let cli: SignedIn;
beforeAll(async () => {
  cli = await signIn(baseUrl);
});
afterAll(() => cli?.remove());

interface Kept {
  sessions: Record<string, { expiresAt: string; refreshToken: string; accessToken: string }>;
}
const kept = async () => JSON.parse(await readFile(cli.credentialsFile, "utf8")) as Kept;

test("login keeps a session for its owner's eyes alone, and uses the test environment of an only game", async () => {
  expect((await stat(cli.credentialsFile)).mode & 0o777).toBe(0o600);
  expect((await stat(join(cli.credentialsFile, ".."))).mode & 0o777).toBe(0o700);
  expect(await cli.json("whoami")).toEqual({
    baseUrl,
    user: { id: cli.owner.id, name: "Ada", email: cli.owner.email },
    environment: { id: cli.environments.test.id, mode: "test", gameName: "Star Race" },
  });
  const { body } = await cli.owner.send("GET", "/user/sessions");
  expect(body.sessions).toContainEqual(
    expect.objectContaining({ kind: "cli", agent: expect.stringMatching(/^tms\/\d/) }),
  );
});

test("a session is renewed unnoticed, also by two commands at once", async () => {
  const before = await kept();
  const session = before.sessions[baseUrl];
  const expired = { ...session, expiresAt: new Date().toISOString() };
  await writeFile(
    cli.credentialsFile,
    JSON.stringify({ ...before, sessions: { [baseUrl]: expired } }),
  );
  expect((await Promise.all([cli.tms("games"), cli.tms("games")])).map(({ code }) => code)).toEqual(
    [0, 0],
  );
  const after = (await kept()).sessions[baseUrl];
  expect(after?.refreshToken).not.toBe(session?.refreshToken);
  expect(Date.parse(after?.expiresAt ?? "")).toBeGreaterThan(Date.now() + 60_000);
  expect((await stat(cli.credentialsFile)).mode & 0o777).toBe(0o600);
  expect((await cli.tms("whoami")).code).toBe(0);
});

test("a session ends by logout, here and at the service", async () => {
  const home = await makeScratch("sdk-cli-out");
  try {
    const file = join(home.folder, "tms/credentials.json");
    const env = environmentIn(home.folder, { XDG_CONFIG_HOME: home.folder });
    const { accessToken, refreshToken, email, id } = await newCaller(baseUrl);
    await mkdir(join(home.folder, "tms"));
    const expiresAt = new Date(Date.now() + 300_000).toISOString();
    const user = { id, name: "Ada", email };
    const sessions = { [baseUrl]: { accessToken, refreshToken, expiresAt, user } };
    await writeFile(file, JSON.stringify({ current: baseUrl, sessions }));
    expect((await runCli(env, "whoami")).stdout).toContain(email);
    expect((await runCli(env, "tournaments", "list")).stderr).toMatch(/^tms: game_required: .*\n$/);
    expect(await runCli(env, "logout")).toMatchObject({
      code: 0,
      stdout: `Signed out of ${baseUrl}.\n`,
    });
    expect(await readFile(file, "utf8")).not.toContain(refreshToken);
    const refresh = ["POST", "/auth/refresh"] as const;
    const ended = await callAs(baseUrl, refresh, { refreshToken }, fromElsewhere());
    expect([ended.status, ended.body.code]).toEqual([401, "session_ended"]);

    const over = { ...sessions[baseUrl], expiresAt: new Date().toISOString() };
    await writeFile(file, JSON.stringify({ current: baseUrl, sessions: { [baseUrl]: over } }));
    const refused = {
      code: 1,
      stdout: "",
      stderr: "tms: Your session has ended: run `tms login`.\n",
    };
    expect(await runCli(env, "whoami")).toEqual(refused);
    const again = await runCli({ ...env, TMS_BASE_URL: baseUrl }, "whoami");
    expect(again.stderr).toBe(
      `tms: Nobody is signed in at ${baseUrl}: run \`tms login\`, or set TMS_API_KEY.\n`,
    );
  } finally {
    await home.remove();
  }
});
