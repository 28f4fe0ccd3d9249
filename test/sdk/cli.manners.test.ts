import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { newId } from "@tms/kit/values/ids";
import { makeScratch } from "@tms/stack/testing/scratch";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { environmentIn, runCli, runInCheckout } from "./run-cli.ts";
import { signIn, type SignedIn } from "./signed-in.ts";

const baseUrl = inject("baseUrl");
let cli: SignedIn;
beforeAll(async () => {
  cli = await signIn(baseUrl);
});
afterAll(() => cli?.remove());

test("a refusal is one line and 1, misuse is 2", async () => {
  const unknown = newId();
  const refused = await cli.tms("tournaments", "show", unknown);
  expect(refused).toMatchObject({ code: 1, stdout: "" });
  expect(refused.stderr).toMatch(/^tms: tournament_not_found: [^\n]* \(request [0-9a-f]{32}\)\n$/);
  const away = await runCli(
    cli.environment({ TMS_BASE_URL: "http://127.0.0.1:1", TMS_API_KEY: "tms_test_1" }),
    "whoami",
  );
  expect(away).toMatchObject({ code: 1, stderr: expect.stringMatching(/^tms: No answer .*\n$/) });
  for (const [words, sentence] of [
    [[], "Say what to do."],
    [["tournament"], "There is no command tournament; tms --help lists them."],
    [["login", "tms.example.com"], "URL must be like https://tms.example.com"],
    [["keys"], "Say which:"],
    [["keys", "make"], "There is no keys make. Say which:"],
    [["keys", "roll"], "KEY is missing."],
    [["keys", "roll", "k", "k"], '"k" is one word too many.'],
    [["keys", "roll", "k", "--grace", "2h"], "--grace must be one of none, 1h, 1d, 7d."],
    [["tournaments", "create", "--name", "N"], "--end TIME is missing."],
    [["tournaments", "create", "--name", "N", "--end", "soon"], "--end must be like 2030"],
    [["tournaments", "create", "--name", "N", "--end", "+2w"], "--end must be like +90m"],
    [["tournaments", "complete", "t", "--ranks", "ada"], "--ranks must be like ada=1,bob=2"],
    [["tournaments", "list", "--limit", "many"], "--limit must be a number"],
    [["entries", "disqualify", "t", "ada"], "--reason TEXT is missing."],
    [["entries", "reinstate", "t", "ada,,bob", "--reason", "r"], "GAMERS must be words"],
    [["scores", "list", "t", "--state", "new"], "--state must be one of counted, held, void."],
    [
      ["scores", "review", "t", "s", "--decision", "drop", "--reason", "r"],
      "--decision must be one of accept, void, hold.",
    ],
    [["whoami", "--verbose"], "Unknown option '--verbose'."],
  ] as const) {
    const { code, stdout, stderr } = await cli.tms(...words);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(sentence);
  }
});

test("every command explains itself", async () => {
  const { stdout } = await cli.tms("--help");
  const commands = Array.from(stdout.matchAll(/^ {2}([a-z]+(?: [a-z]+)?) {2,}/gm), ([, c]) => c);
  expect(commands).toHaveLength(28);
  for (const command of commands) {
    const help = await cli.tms(...(command ?? "").split(" "), "--help");
    expect([help.code, help.stderr]).toEqual([0, ""]);
    expect(help.stdout).toMatch(new RegExp(`^Usage: tms ${command}`, "m"));
    expect(help.stdout).toMatch(/^Examples:\n {2}\S/m);
  }
  expect((await cli.tms("help", "keys", "roll")).stdout).toBe(
    (await cli.tms("keys", "roll", "--help")).stdout,
  );
});

test("shows control characters of a name, and sends none to the terminal", async () => {
  const name = "Fri\u001b[8mday\nis over";
  const made = await cli.json("tournaments", "create", "--name", name, "--end", "+1d");
  const { id } = made["tournament"] as { id: string };
  const { stdout } = await cli.tms("tournaments", "publish", id);
  expect(stdout).toBe("Fri\\u001b[8mday\nis over is published.\n");
});

test("is part of the repository's command, without what operators hold", async () => {
  const env = cli.environment({ TMS_DATA_DIR: cli.folder });
  const { stdout } = await runInCheckout(env, "whoami", "--json");
  expect(JSON.parse(stdout)).toMatchObject({ baseUrl, user: { id: cli.owner.id } });
});

// Nobody serves there.
const START = "http://127.0.0.1:1";

test("in a checkout it is where one has signed in, and at the running start with what that one made", async () => {
  const { folder, remove } = await makeScratch("sdk-cli-start");
  try {
    const { secret } = await cli.json("keys", "create", "Start");
    const made = { TMS_API_KEY: String(secret), TMS_GAME_ID: cli.environments.test.id };
    const settings = Object.entries({ TMS_BASE_URL: START, ...made });
    await writeFile(
      join(folder, "tms.env"),
      settings.map(([name, value]) => `${name}='${value}'\n`).join(""),
    );
    const env = cli.environment({ TMS_DATA_DIR: folder });
    expect((await runInCheckout(env, "whoami")).stdout).toContain(baseUrl);

    const nobody = environmentIn(folder, { TMS_DATA_DIR: folder });
    expect((await runInCheckout(nobody, "whoami")).stderr).toContain(`signed in at ${START}`);
    const byGame = { ...env, TMS_GAME_ID: made.TMS_GAME_ID };
    expect((await runInCheckout(byGame, "whoami")).stderr).toContain(`signed in at ${START}`);
    // Where one has signed in this key would be accepted.
    const byKey = { ...env, TMS_API_KEY: made.TMS_API_KEY };
    expect((await runInCheckout(byKey, "whoami")).stderr).toContain(`No answer came from ${START}`);
    const named = { ...byKey, TMS_BASE_URL: baseUrl };
    expect((await runInCheckout(named, "whoami")).stdout).toContain(baseUrl);
  } finally {
    await remove();
  }
});
