import { existsSync } from "node:fs";
import { mkdir, readdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { scratchFolder } from "./fixtures/scene.ts";
import { renewFolder } from "../src/folder/renew-folder.ts";

const PASSWORD = `${"a".repeat(32)}\n`;
const CONFIGURATION = 'bind 127.0.0.1\nport 6379\ndir "/srv/tms/redis"\n';

/** A data folder with files of some texts. */
async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await scratchFolder();
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  }
  return folder;
}

test("what start made goes, and the lock it holds stays", async () => {
  const folder = await folderWith({
    "postgres/password": PASSWORD,
    "postgres/cluster/PG_VERSION": "18",
    "redis/redis.conf": CONFIGURATION,
    "redis/appendonlydir/1.aof": "",
    "logs/wallet.log": "",
    "tms.env": "",
    lock: "",
  });
  expect(await renewFolder(folder)).toEqual([]);
  expect(await readdir(folder)).toEqual(["lock"]);
});

test("what an interrupted start made goes too", async () => {
  const folder = await folderWith({
    "postgres/cluster.new/PG_VERSION": "18",
    "postgres/lock": "",
    "redis/lock": "",
    "redis/lock.pid": "1\n",
  });
  expect(await renewFolder(folder)).toEqual([]);
  expect(await readdir(folder)).toEqual([]);
});

test.for([
  { "postgres/cluster/PG_VERSION": "18" },
  { "postgres/cluster/postmaster.pid": "2\n", "postgres/lock": "" },
  { "postgres/password": "secret\n", "postgres/cluster/PG_VERSION": "18" },
  { "redis/redis.conf": "port 6379\n", "redis/redis.pid": "2\n" },
  { "redis/appendonlydir/1.aof": "" },
])("a folder of such a name that start did not make is kept whole: %j", async (files) => {
  const folder = await folderWith(files);
  const [name = ""] = await readdir(folder);
  expect(await renewFolder(folder)).toEqual([name]);
  expect(Object.keys(files).filter((file) => !existsSync(join(folder, file)))).toEqual([]);
});

test("nothing is removed through a link, or because it has the name of a file", async () => {
  const elsewhere = await folderWith({ "wallet.log": "", password: PASSWORD });
  const folder = await folderWith({ "tms.env/mine": "" });
  for (const name of ["logs", "postgres"]) await symlink(elsewhere, join(folder, name));
  expect((await renewFolder(folder)).toSorted()).toEqual(["logs", "postgres", "tms.env"]);
  expect((await readdir(elsewhere)).toSorted()).toEqual(["password", "wallet.log"]);
  expect(await readdir(join(folder, "tms.env"))).toEqual(["mine"]);
});
