import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { newId } from "@tms/kit/values/ids";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { MAIN, runCli } from "./run-cli.ts";
import { signIn, type SignedIn } from "./signed-in.ts";

const baseUrl = inject("baseUrl");
let cli: SignedIn;
beforeAll(async () => {
  cli = await signIn(baseUrl);
});
afterAll(() => cli?.remove());

test("plays a tournament from its creation to its end", async () => {
  const times = ["--start", "2020-01-01T00:00:00+01:00", "--end", "+2h"];
  const made = await cli.json(
    "tournaments",
    "create",
    ..."--name Friday --entry-fee 2.5 --max-entries 9 --prize-split 60,40".split(" "),
    ...times,
  );
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

  const other = await cli.json(
    "tournaments",
    "create",
    "--name",
    "Off",
    "--end",
    "+1d",
    "--publish",
  );
  const { id: cancelled, status } = other["tournament"] as { id: string; status: string };
  expect(status).toBe("published");
  await cli.tms("tournaments", "cancel", cancelled);
  expect((await cli.tms("tournaments", "list", "--status", "cancelled")).stdout).toContain(
    cancelled,
  );
});

/** A published tournament that takes scores, and the gamers in it. */
async function scored(terms: object, ...gamers: string[]): Promise<string> {
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

test("shows a leaderboard from the best on, and around a gamer", async () => {
  const gamers = ["ada", "bob", "cyd", "dot"];
  const id = await scored({ tieBreaks: ["lower"] }, ...gamers);
  const scores = gamers
    .slice(0, 3)
    .map((gamer, index) => ({ gamer, score: -10 * index, tieBreaks: [index] }));
  await cli.owner.in(cli.environments.test.id)("POST", `/tournament/${id}/scores`, { scores });
  const { stdout } = await cli.tms("leaderboard", id, "--limit", "2");
  expect(stdout).toMatch(/^1 +ada +0 \/ 0 +1 +in$/m);
  expect(stdout).toMatch(/^2 +bob +-10 \/ 1 +1 +in$/m);
  expect(stdout).toContain("3 of 4 entries listed.");
  expect(stdout).not.toContain("cyd");
  const around = await cli.json("leaderboard", id, "--around", "dot", "--limit", "2");
  expect(around["standings"]).toMatchObject([
    { gamerHandle: "cyd", rank: 3 },
    { gamerHandle: "dot", rank: null, score: null },
  ]);
  expect((await cli.tms("leaderboard", id, "--around", "dot", "--limit", "102")).code).toBe(2);
});

test("lists the attempts that wait, decides on them, and takes gamers out and back", async () => {
  const id = await scored({ reviewFrom: 100 }, "ada", "bob");
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
  const decided = await cli.tms(
    "scores",
    "review",
    id,
    ids,
    ..."--decision accept --reason Clean".split(" "),
  );
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

test("tells whether a reinstatement undid a disqualification or an elimination, on one line each", async () => {
  const id = await scored({}, "ada", "bob");
  const because = (reason: string) => [id, "ada", "--reason", reason];
  await cli.tms("entries", "disqualify", ...because("Case 77\nSpeed hack"));
  await cli.tms("entries", "reinstate", ...because("A false alarm"));
  const ask = cli.owner.in(cli.environments.test.id);
  await ask("PATCH", `/tournament/${id}/eliminate`, { gamer: "ada" });
  await cli.tms("entries", "reinstate", ...because("Named by mistake"));
  const { stdout } = await cli.tms("entries", "get", id, "ada");
  const decisions = stdout.split("\n").slice(1);
  expect(decisions.map((line) => line.split(/ {2,}/).toSpliced(0, 1).join(" | "))).toEqual([
    "DECISION | WAS | BY | REASON",
    expect.stringMatching(/^disqualify \| in \| user [0-9a-f-]{36} \| Case 77\\nSpeed hack$/),
    expect.stringMatching(/^reinstate \| disqualified \| user [0-9a-f-]{36} \| A false alarm$/),
    expect.stringMatching(/^reinstate \| eliminated \| user [0-9a-f-]{36} \| Named by mistake$/),
    "",
  ]);
});

test("makes keys, whose secrets alone are on standard output, rolls and revokes them", async () => {
  const made = await cli.tms("keys", "create", "Backend", "--scopes", "read", "--expires", "+30d");
  expect(made.stdout).toMatch(/^tms_test_[0-9A-Za-z]{49}\n$/);
  const [key] = (await cli.json("keys", "list"))["keys"] as { id: string; name: string }[];
  expect(key).toMatchObject({ name: "Backend", scopes: ["read"], state: "active" });
  const rolled = await cli.json("keys", "roll", key?.id ?? "", "--grace", "1h");
  expect(rolled).toMatchObject({ previous: { id: key?.id, state: "rolling" } });

  const apiKey = made.stdout.trim();
  const env = cli.environment({ TMS_API_KEY: apiKey, TMS_BASE_URL: `${baseUrl}/` });
  const who = await runCli(env, "whoami", "--json");
  expect(JSON.parse(who.stdout)).toEqual({
    baseUrl,
    apiKey: apiKey.slice(0, 13),
    environment: { id: cli.environments.test.id, mode: "test" },
  });
  expect((await runCli(env, "keys", "list")).stderr).toMatch(/^tms: person_required: .*\n$/);
  const refused = await runCli(
    env,
    "tournaments",
    "create",
    "--name",
    "No",
    "--end",
    "+1h",
    "--json",
  );
  expect(refused).toMatchObject({ code: 1, stdout: "" });
  expect(JSON.parse(refused.stderr)).toMatchObject({
    error: { status: 403, code: "scope_missing" },
  });

  expect((await cli.tms("keys", "revoke", key?.id ?? "")).stdout).toMatch(
    /^Backend .* is revoked\.\n$/,
  );
  expect((await cli.tms("keys", "list")).stdout).toMatch(new RegExp(`^${key?.id} .*revoked`, "m"));
});

test("acts in the environment in use", async () => {
  expect((await cli.tms("use", "Star Race", "--live")).stdout).toBe(
    "Star Race (live) is in use.\n",
  );
  expect((await cli.tms("games")).stdout).toContain(`${cli.environments.live.id} *`);
  expect(await cli.json("whoami")).toMatchObject({ environment: { mode: "live" } });
  expect((await cli.json("tournaments", "list"))["tournaments"]).toEqual([]);
  expect((await cli.tms("use", cli.environments.test.id)).stdout).toBe(
    "Star Race (test) is in use.\n",
  );
  expect(await cli.tms("use", "Another")).toEqual({
    code: 1,
    stdout: "",
    stderr: "tms: You are in no game Another: `tms games` lists them.\n",
  });
});

test("shows requests, and follows those that come", async () => {
  const path = `/tournament/${newId()}`;
  const send = () => cli.owner.in(cli.environments.test.id)("GET", path);
  await send();
  const child = spawn(process.execPath, [MAIN, "logs", "-f", "--json", "--path", path], {
    env: cli.environment(),
    stdio: ["ignore", "pipe", "inherit"],
  });
  const seen: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    const { requestId, status } = JSON.parse(line) as { requestId: string; status: number };
    expect(status).toBe(404);
    seen.push(requestId);
    if (seen.length === 3) break;
    await send();
  }
  child.kill();
  expect(new Set(seen).size).toBe(3);
  const shown = await cli.tms(
    "logs",
    "--path",
    path,
    "--since",
    "1h",
    "--problem",
    "tournament_not_found",
  );
  const lines = shown.stdout.trimEnd().split("\n");
  expect(lines.map((line) => line.split("  ").at(-1)).slice(0, 3)).toEqual(seen);
});
