import { chown, mkdir, stat, symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isRoot } from "../src/folder/account.ts";
import { keepAccess } from "../src/system/demo-game.ts";
import { scratchFolder } from "./fixtures/scene.ts";
import { openLogFiles } from "../src/log-files.ts";
import { StackError } from "../src/stack-error.ts";

const nobody = { uid: 65_534, gid: 65_534 };
const access = { gameId: "game", apiKey: "key" };

test.runIf(isRoot)("what root makes in somebody's folder is that somebody's", async () => {
  const folder = await scratchFolder();
  await chown(folder, nobody.uid, nobody.gid);
  const other = await scratchFolder();
  const logs = join(folder, "logs");
  await openLogFiles(logs, ["wallet"]);
  await keepAccess(access, join(folder, "demo-game.json"));
  for (const path of [logs, join(logs, "wallet.log"), join(folder, "demo-game.json")])
    expect(await stat(path)).toMatchObject(nobody);

  await symlink(other, join(folder, "elsewhere"));
  await openLogFiles(join(folder, "elsewhere"), ["game"]);
  expect((await stat(other)).uid).toBe(0);
});

test("a demo game that cannot be kept is told in a sentence", async () => {
  const folder = await scratchFolder();
  await mkdir(join(folder, "demo-game.json"));
  const kept = keepAccess(access, join(folder, "demo-game.json"));
  await expect(kept).rejects.toThrow(`The data folder ${folder} cannot be written`);
  await expect(kept).rejects.toBeInstanceOf(StackError);
});
