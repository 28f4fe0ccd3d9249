import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { repository } from "@tms/stack/paths";

const PATIENCE_MS = 170_000;

let out: string;
beforeAll(async () => {
  out = await mkdtemp(join(tmpdir(), "chaos-"));
});
vi.setConfig({ testTimeout: PATIENCE_MS + 10_000 });
afterAll(() => rm(out, { recursive: true, force: true }));

interface Run {
  code: number;
  text: string;
}

async function chaos(...args: string[]): Promise<Run> {
  const command = [join(repository, "test/chaos/run.ts"), "--out", out, ...args];
  const ended = promisify(execFile)(process.execPath, command, { timeout: PATIENCE_MS });
  return await ended.then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    (error: { code: number; stdout: string }) => ({ code: error.code, text: error.stdout }),
  );
}

/**
 * Plays seeds until a planted bug is found, from one on at which it shows at once: so slowly that it does
 * so beside other suites, too.
 */
const find = (plant: string, seed: string): Promise<Run> =>
  chaos("--seed", seed, "--seeds", "8", "--pace", "3", "--plant", plant);

test("whatever fails in seed 7, everything comes to what the model says", async () => {
  const { code, text } = await chaos("--seed", "7");
  expect(text).toContain("1 seeds, 0 broken");
  expect(code).toBe(0);
});

test("a payout under a fresh id on repeat is found", async () => {
  const { code, text } = await find("double-pay", "106");
  // Made when the pool still holds enough, and refused when everybody else was paid before.
  expect(text).toMatch(
    /every payout and refund in the ledger is planned|the ledger refused \d+ of the payouts/,
  );
  expect(code).toBe(1);
});

test("a lost update of a balance is found and its seed written down", async () => {
  const { code, text } = await find("lost-update", "72");
  expect(text).toContain("every account's balance is the sum of its transfers");
  expect(code).toBe(1);
  const file = /all of it: (.+)/.exec(text)?.[1] ?? "";
  expect(await readFile(file, "utf8")).toContain("fault ");
});

test("a change that is never told is found", async () => {
  const { code, text } = await find("lost-event", "106");
  // It loses joins, eliminations and scores alike; which of them depends on how the machine is doing.
  expect(text).toMatch(
    /the events of game \d+: .*(the (entries|scores|held scores) is|came (before the entry joined|after score \d+))/,
  );
  expect(code).toBe(1);
});

test("a score that is recorded and makes no difference is found", async () => {
  const { code, text } = await find("lost-score", "72");
  expect(text).toMatch(/every standing is what its gamer's attempts come to|and the attempts are/);
  expect(code).toBe(1);
});

test("an attempt that counts although a review took it back is found", async () => {
  const { code, text } = await find("kept-void", "72");
  expect(text).toMatch(/every standing is what its gamer's attempts come to|and the attempts are/);
  expect(code).toBe(1);
});

test("a game that may lose its last owner is found", async () => {
  const { code, text } = await find("ownerless", "72");
  expect(text).toMatch(
    /every game that has members has an owner|left a game without an owner|Team \d+ of .* has no owner/,
  );
  expect(code).toBe(1);
});

test("a refresh token that may be used again is found", async () => {
  const { code, text } = await find("reused-token", "106");
  expect(text).toContain("exchanged a refresh token that was used long ago");
  expect(code).toBe(1);
});

test("a seed decides everything", async () => {
  const [first, second, other] = await Promise.all(
    ["99", "99", "98"].map((seed) => chaos("--print", "--seed", seed)),
  );
  expect(first).toEqual(second);
  expect(first?.text).not.toBe(other?.text);
});
