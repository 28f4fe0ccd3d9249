import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { newId } from "@tms/kit/values/ids";
import { repository } from "@tms/stack/paths";
import { created, published, reaches } from "../harness/tournament.ts";
import { joined } from "../harness/gamers.ts";
import { newGame } from "./game.ts";
import type { Api } from "../harness/api.ts";
import { gameIn } from "../harness/game.ts";
import { startTestSystem, type TestSystem } from "../harness/system.ts";

/** Runs the program of docs/guide/seals.md as a stranger would; rejects when it finds a broken seal. */
async function verify({ gatewayUrl }: TestSystem, api: Api, path: string): Promise<string> {
  const page = await readFile(join(repository, "docs/guide/seals.md"), "utf8");
  const [, program = ""] = /```js[^\n]*\n([^]*?)```/.exec(page) ?? [];
  const id = path.split("/").at(-1) ?? "";
  const args = ["--input-type=module", "-e", program, gatewayUrl, api.apiKey, id];
  return (await promisify(execFile)(process.execPath, args)).stdout;
}

test("a stranger recomputes every seal of a tournament, and notices a change", async () => {
  // Other suites audit the database that they have in common.
  const system = await startTestSystem();
  onTestFinished(() => system.stop());
  const api = await gameIn(system, { platformFeeBps: 1_000 });
  const path = await published(api, { entryFee: 2.5 });
  await joined(api, path, "ada", "bob", "cyd");
  await api.patch(`${path}/complete`);
  await reaches(api, path, "completed");
  const { lines, seals } = (await api.get(`${path}/statement`)).body as unknown as Statement;
  expect(lines.map((line) => line.amount)).toEqual([2.5, 2.5, 2.5, -0.75, -2.25, -2.25, -2.25]);
  const last = seals.at(-1);
  expect(await verify(system, api, path)).toBe(`${last?.number} ${last?.digest}\n`);

  // As the database's administrator, who alone could.
  const admin = new pg.Client({ connectionString: system.adminUrl });
  await admin.connect();
  const setAmount = (minor: number) =>
    admin.query(`UPDATE wallet.transfer SET amount_minor = $1 WHERE id = $2`, [
      minor,
      lines[1]?.transaction,
    ]);
  await setAmount(249);
  await expect(verify(system, api, path)).rejects.toThrow("is broken");
  await admin.end();
});

test("a statement is empty before the first fee and nobody else's to read", async () => {
  const [api, other] = [await newGame(), await newGame()];
  const path = await created(api);
  const { body } = await api.get(`${path}/statement`);
  expect(body).toMatchObject({ lines: [], seals: [], nextCursor: null });
  expect((await other.get(`${path}/statement`)).status).toBe(404);
  expect((await api.get(`/tournament/${newId()}/statement`)).status).toBe(404);
  expect((await api.get(`${path}/statement?cursor=forged`)).body.code).toBe("invalid_page_token");
});

interface Statement {
  lines: { transaction: string; amount: number }[];
  seals: { number: number; digest: string }[];
}
