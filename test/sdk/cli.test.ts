import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { newId } from "@tms/kit/values/ids";
import { makeScratch } from "@tms/stack/testing/scratch";
import { callAs, fromElsewhere } from "../harness/people.ts";
import { newCaller } from "../harness/team.ts";
import { environmentIn, expect, runCli, test, type SignedIn } from "./cli.ts";

const HOUR_S = 3_600;

interface Kept {
  sessions: Record<string, { expiresAt: string; refreshToken: string; accessToken: string }>;
}
const kept = async ({ credentialsFile }: SignedIn) =>
  JSON.parse(await readFile(credentialsFile, "utf8")) as Kept;

test("login keeps a private session, and uses the test environment", async ({ cli, baseUrl }) => {
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

test("a session is renewed unnoticed, also by two commands at once", async ({ cli, baseUrl }) => {
  const before = await kept(cli);
  const session = before.sessions[baseUrl];
  const expired = { ...session, expiresAt: new Date().toISOString() };
  await writeFile(
    cli.credentialsFile,
    JSON.stringify({ ...before, sessions: { [baseUrl]: expired } }),
  );
  const games = await Promise.all([1, 2].map(() => runCli(cli.environment(), "games")));
  expect(games.map(({ code }) => code)).toEqual([0, 0]);
  const after = (await kept(cli)).sessions[baseUrl];
  expect(after?.refreshToken).not.toBe(session?.refreshToken);
  expect(Date.parse(after?.expiresAt ?? "")).toBeGreaterThan(Date.now() + 60_000);
  expect((await stat(cli.credentialsFile)).mode & 0o777).toBe(0o600);
  expect((await cli.tms("whoami")).code).toBe(0);
});

test("a session ends by logout, here and at the service", async ({ baseUrl, run }) => {
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
    expect((await run(env, "whoami")).stdout).toContain(email);
    expect((await run(env, "tournaments", "list")).stderr).toMatch(/^tms: game_required: .*\n$/);
    expect(await run(env, "logout")).toMatchObject({
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
      stderr: "tms: Your session has ended. Run `tms login`.\n",
    };
    expect(await run(env, "whoami")).toEqual(refused);
    const again = await run({ ...env, TMS_BASE_URL: baseUrl }, "whoami");
    expect(again.stderr).toBe(
      `tms: You are not signed in at ${baseUrl}. Run \`tms login\`, or set TMS_API_KEY.\n`,
    );
  } finally {
    await home.remove();
  }
});

test("a refusal is one line and 1, misuse is 2", async ({ cli, run }) => {
  const unknown = newId();
  const refused = await cli.tms("tournaments", "show", unknown);
  expect(refused).toMatchObject({ code: 1, stdout: "" });
  expect(refused.stderr).toMatch(/^tms: tournament_not_found: [^\n]* \(request [0-9a-f]{32}\)\n$/);
  const away = await run(
    cli.environment({ TMS_BASE_URL: "http://127.0.0.1:1", TMS_API_KEY: "tms_test_1" }),
    "whoami",
  );
  expect(away).toMatchObject({ code: 1, stderr: expect.stringMatching(/^tms: No response .*\n$/) });
  for (const [words, sentence] of [
    [[], "Enter a command."],
    [["tournament"], "Unknown command: tournament. Run `tms --help` to list the commands."],
    [["login", "tms.example.com"], "URL must be like https://tms.example.com"],
    [["keys"], "Enter one of these commands:"],
    [["keys", "make"], "Unknown command: keys make. Enter one of these commands:"],
    [["keys", "roll"], "KEY is missing."],
    [["keys", "roll", "k", "k"], 'Unexpected argument: "k".'],
    [["keys", "roll", "k", "--grace", "2h"], "--grace must be one of none, 1h, 1d, 7d."],
    [["tournaments", "create", "--name", "N"], "--end TIME is missing."],
    [["tournaments", "create", "--name", "N", "--end", "soon"], "--end must be a time like 2030"],
    [
      ["tournaments", "create", "--name", "N", "--end", "+2w"],
      "--end must be a duration like +90m",
    ],
    [["tournaments", "complete", "t", "--ranks", "ada"], "--ranks must be like ada=1,bob=2"],
    [["tournaments", "list", "--limit", "many"], "--limit must be a number"],
    [["entries", "disqualify", "t", "ada"], "--reason TEXT is missing."],
    [["entries", "reinstate", "t", "ada,,bob", "--reason", "r"], "GAMERS must be values"],
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

test("every command explains itself", async ({ cli }) => {
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

test("plays a tournament from its creation to its end", async ({ cli }) => {
  const times = ["--start", "2020-01-01T00:00:00+01:00", "--end", "+2h"];
  const terms = "--name Friday --entry-fee 2.5 --max-entries 9 --prize-split 60,40".split(" ");
  const made = await cli.json("tournaments", "create", ...terms, ...times);
  const { id } = made["tournament"] as { id: string };
  expect(made["tournament"]).toMatchObject({
    name: "Friday",
    entryFee: 2.5,
    maxEntries: 9,
    prizeSplit: [60, 40],
    status: "pending",
    startTime: "2019-12-31T23:00:00.000Z",
  });
  expect((await cli.tms("tournaments", "publish", id)).stdout).toBe("Friday is published.\n");
  const enter = (gamer: string) =>
    cli.owner.in(cli.environments.test.id)("POST", `/tournament/${id}/join`, { gamer });
  for (const gamer of ["ada", "b=b"]) expect((await enter(gamer)).status).toBe(201);
  const { stdout } = await cli.tms("tournaments", "show", id);
  expect(stdout).toMatch(/^status +published$/m);
  expect(stdout).toMatch(/^pool +5 USD$/m);
  const seen = (await cli.tms("tournaments", "preview", id)).stdout;
  expect(seen).toMatch(/^kind +payout$/m);
  expect(seen).toMatch(/^1 +2 +2\.5 USD$/m);
  expect(seen).toMatch(/^1 +b=b +2\.5 USD$/m);
  const done = await cli.json("tournaments", "complete", id, "--ranks", "b=b=1,ada=2");
  expect(done["tournament"]).toMatchObject({ id });
  const listed = await cli.json("tournaments", "list", "--limit", "1");
  expect(listed["tournaments"]).toMatchObject([{ id }]);
});

/** A published tournament that takes scores, and the gamers in it. */
async function scored(cli: SignedIn, terms: object, ...gamers: string[]): Promise<string> {
  const ask = cli.owner.in(cli.environments.test.id);
  const { body } = await ask("POST", "/tournament/create", {
    game: cli.environments.test.id,
    name: "Sprint",
    description: "",
    startTime: "2020-01-01T00:00:00Z",
    endTime: new Date(Date.now() + 3_600_000).toISOString(),
    scoring: terms,
  });
  const { id } = body.tournament;
  await cli.tms("tournaments", "publish", id);
  for (const gamer of gamers) await ask("POST", `/tournament/${id}/join`, { gamer });
  return id;
}

test("shows a leaderboard from the best on, and around a gamer", async ({ cli }) => {
  const gamers = ["ada", "bob", "cyd", "dot"];
  const id = await scored(cli, { tieBreaks: ["lower"] }, ...gamers);
  const scores = gamers
    .slice(0, 3)
    .map((gamer, index) => ({ gamer, score: -10 * index, tieBreaks: [index] }));
  await cli.owner.in(cli.environments.test.id)("POST", `/tournament/${id}/scores`, { scores });
  const { stdout } = await cli.tms("leaderboard", id, "--limit", "2");
  expect(stdout).toMatch(/^1 +ada +0 \/ 0 +1 +in$/m);
  expect(stdout).toMatch(/^2 +bob +-10 \/ 1 +1 +in$/m);
  expect(stdout).toContain("The leaderboard lists 3 of 4 entries.");
  expect(stdout).not.toContain("cyd");
  const around = await cli.json("leaderboard", id, "--around", "dot", "--limit", "2");
  expect(around["standings"]).toMatchObject([
    { gamerHandle: "cyd", rank: 3 },
    { gamerHandle: "dot", rank: null, score: null },
  ]);
  expect((await cli.tms("leaderboard", id, "--around", "dot", "--limit", "102")).code).toBe(2);
});

test("lists waiting attempts, decides on them, and takes gamers out and back", async ({ cli }) => {
  const id = await scored(cli, { reviewFrom: 100 }, "ada", "bob");
  const scores = [
    { gamer: "ada", score: 500, attempt: "match-1" },
    { gamer: "bob", score: 5 },
    { gamer: "bob", score: 300 },
  ];
  await cli.owner.in(cli.environments.test.id)("POST", `/tournament/${id}/scores`, { scores });
  const held = (await cli.json("scores", "list", id, "--state", "held"))["scores"];
  expect(held).toMatchObject([
    { gamerHandle: "bob", score: 300, state: "held" },
    { gamerHandle: "ada", score: 500, attempt: "match-1", state: "held", decisions: [] },
  ]);
  const ids = (held as { id: string }[]).map((score) => score.id).join(",");
  const review = `scores review ${id} ${ids} --decision accept --reason Clean`.split(" ");
  const decided = await cli.tms(...review);
  expect([decided.code, decided.stderr]).toEqual([0, ""]);
  expect(decided.stdout).toMatch(/^[0-9a-f-]{36} +ada +500 +match-1 +counted +\S+ +Clean$/m);
  const ofBob = await cli.tms("scores", "list", id, "--gamer", "bob", "--limit", "1");
  expect(ofBob.stdout).toMatch(/^ID .*\n[0-9a-f-]{36} +bob +300 .*\n$/);

  const out = await cli.tms("entries", "disqualify", id, "ada,bob", "--reason", "Case 77");
  expect(out).toEqual({
    code: 0,
    stdout: "ada is disqualified.\nbob is disqualified.\n",
    stderr: "",
  });
  const back = await cli.json("entries", "reinstate", id, "ada", "--reason", "A false alarm");
  expect(back["entries"]).toMatchObject([{ gamerHandle: "ada", state: "in" }]);
  const twice = await cli.tms("entries", "reinstate", id, "ada", "--reason", "Again");
  expect([twice.code, twice.stdout]).toEqual([1, ""]);
  expect(twice.stderr).toMatch(/^tms: gamer_not_disqualified: [^\n]*\n$/);
});

test("makes, rolls and revokes keys, and prints the secrets", async ({ cli, baseUrl, run }) => {
  const made = await cli.tms("keys", "create", "Backend", "--scopes", "read", "--expires", "+30d");
  expect(made.stdout).toMatch(/^tms_test_[0-9A-Za-z]{49}\n$/);
  const [key] = (await cli.json("keys", "list"))["keys"] as { id: string; name: string }[];
  expect(key).toMatchObject({ name: "Backend", scopes: ["read"], state: "active" });
  const rolled = await cli.json("keys", "roll", key?.id ?? "", "--grace", "1h");
  expect(rolled).toMatchObject({ previous: { id: key?.id, state: "rolling" } });

  const apiKey = made.stdout.trim();
  const env = cli.environment({ TMS_API_KEY: apiKey, TMS_BASE_URL: `${baseUrl}/` });
  const who = await run(env, "whoami", "--json");
  expect(JSON.parse(who.stdout)).toEqual({
    baseUrl,
    apiKey: apiKey.slice(0, 13),
    environment: { id: cli.environments.test.id, mode: "test" },
  });
  expect((await run(env, "keys", "list")).stderr).toMatch(/^tms: person_required: .*\n$/);
  const create = "tournaments create --name No --end +1h --json".split(" ");
  const refused = await runCli(env, ...create);
  expect(refused).toMatchObject({ code: 1, stdout: "" });
  expect(JSON.parse(refused.stderr)).toMatchObject({
    error: { status: 403, code: "scope_missing" },
  });

  expect((await cli.tms("keys", "revoke", key?.id ?? "")).stdout).toMatch(
    /^The key Backend .* is revoked\.\n$/,
  );
  expect((await cli.tms("keys", "list")).stdout).toMatch(new RegExp(`^${key?.id} .*revoked`, "m"));
});

test("acts in the environment in use", async ({ cli }) => {
  expect((await cli.tms("use", "Star Race", "--live")).stdout).toBe(
    "Selected the environment Star Race (live).\n",
  );
  expect((await cli.tms("games")).stdout).toContain(`${cli.environments.live.id} *`);
  expect(await cli.json("whoami")).toMatchObject({ environment: { mode: "live" } });
  expect((await cli.json("tournaments", "list"))["tournaments"]).toEqual([]);
  expect((await cli.tms("use", cli.environments.test.id)).stdout).toBe(
    "Selected the environment Star Race (test).\n",
  );
  expect(await cli.tms("use", "Another")).toEqual({
    code: 1,
    stdout: "",
    stderr: "tms: You have no game Another. Run `tms games` to list your games.\n",
  });
});

test("the command line shows and advances the clock, by a span or to a moment", async ({ cli }) => {
  const first = (await cli.json("clock"))["clock"];
  expect(first).toMatchObject({ aheadSeconds: 0, state: "ready" });
  expect((await cli.json("clock", "advance", "2h"))["clock"]).toMatchObject({
    aheadSeconds: 2 * HOUR_S,
    state: "ready",
  });
  const to = new Date(Date.now() + 3 * HOUR_S * 1_000).toISOString();
  const { stdout } = await cli.tms("clock", "--to", to);
  expect(stdout).toMatch(/^ahead of real time +1\d{4}(\.\d+)? s$/m);
  // What is relative is counted from what the clock shows.
  const made = await cli.json("tournaments", "create", "--name", "Later", "--end", "+1h");
  const { endTime } = made["tournament"] as { endTime: string };
  expect(Date.parse(endTime)).toBeGreaterThan(Date.now() + 3.9 * HOUR_S * 1_000);
});
