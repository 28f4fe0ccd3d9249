import { formatCallers, parseCallers } from "@tms/kit/callers/file";
import { productCallers } from "@tms/kit/callers/product";
import { createCallerToken, digestCallerToken } from "@tms/kit/callers/token";
import { LOCAL_KEY_ID, parseKeyring } from "@tms/kit/values/keyring";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, glob, mkdir, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { rpcsFor } from "../../test/services.ts";
import { canEnter, isRoot, repository } from "../src/paths.ts";
import { clearDataFolder } from "../src/folder/fresh.ts";
import { lockFolder } from "../src/folder/folder.ts";
import { copyOnce } from "../src/servers/postgres.ts";
import { quoted } from "../src/settings.ts";
import { StackError } from "../src/stack-error.ts";
import { makeCallers, makeIdentityKeys } from "../src/system/credentials.ts";
import { scratchFolder } from "./fixtures/scene.ts";

/** Starts a process that tries to lock a folder and prints the result. */
async function claimElsewhere(folder: string): Promise<{ said: string; kill(): Promise<void> }> {
  const script = `
    const { lockFolder } = await import(${JSON.stringify(join(import.meta.dirname, "../src/folder/folder.ts"))});
    await lockFolder(${JSON.stringify(folder)}).then(() => console.log("got it"), () => console.log("refused"));
    process.stdin.resume();`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const kill = async (): Promise<void> => {
    if (child.kill("SIGKILL")) await once(child, "exit");
  };
  onTestFinished(kill);
  const [said] = (await once(child.stdout, "data")) as [Buffer];
  return { said: said.toString().trim(), kill };
}

test("gives a data folder to one start at a time, and to the next after a release", async () => {
  const folder = await scratchFolder();
  const lock = await lockFolder(folder);
  await expect(lockFolder(folder)).rejects.toMatchObject({
    name: "StackError",
    message: `The data folder ${folder} is in use by another start command (process ${process.pid}).`,
  });
  lock.release();
  (await lockFolder(folder)).release();
});

test("unlocks a folder when the holder is killed", async () => {
  const folder = await scratchFolder();
  const holder = await claimElsewhere(folder);
  expect(holder.said).toBe("got it");
  await expect(lockFolder(folder)).rejects.toThrow("is in use by another start command");
  await holder.kill();
  (await lockFolder(folder)).release();
});

test("gives the lock of a dead holder to exactly one of several processes", async () => {
  const folder = await scratchFolder();
  await (await claimElsewhere(folder)).kill();
  const claims = await Promise.all(Array.from({ length: 4 }, () => claimElsewhere(folder)));
  expect(claims.filter(({ said }) => said === "got it")).toHaveLength(1);
});

/** Creates a folder with the given files and their contents. */
async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await scratchFolder();
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  }
  return folder;
}

test.for([
  {
    "postgres/password": "",
    "postgres/cluster/PG_VERSION": "18",
    "postgres/lock": "",
    "postgres/lock.pid": "1\n",
    "redis/redis.conf": "",
    "redis/appendonlydir/1.aof": "",
    "redis/lock.pid": "1\n",
    "logs/wallet.log": "",
    "tms.env": "",
  },
  // An interrupted start leaves these.
  { "postgres/cluster.new/PG_VERSION": "18", "postgres/lock.pid": "", "callers.json.new": "{" },
])("removes what start created, and keeps its lock: %j", async (files) => {
  const folder = await folderWith({ ...files, lock: "" });
  expect(await clearDataFolder(folder)).toEqual([]);
  expect(await readdir(folder)).toEqual(["lock"]);
});

test.for([
  { "postgres/cluster/PG_VERSION": "18" },
  { "postgres/password": "secret\n", "postgres/cluster/postmaster.pid": "2\n" },
  { "redis/redis.conf": "port 6379\n", "redis/redis.pid": "2\n" },
])("keeps a folder of such a name that start did not create: %j", async (files) => {
  const folder = await folderWith(files);
  const [name = ""] = await readdir(folder);
  expect(await clearDataFolder(folder)).toEqual([name]);
  expect(Object.keys(files).filter((file) => !existsSync(join(folder, file)))).toEqual([]);
});

test("removes nothing through a link, and no folder with the name of a file", async () => {
  const elsewhere = await folderWith({ "wallet.log": "", "lock.pid": "1\n" });
  const folder = await folderWith({ "tms.env/mine": "" });
  for (const name of ["logs", "postgres"]) await symlink(elsewhere, join(folder, name));
  expect((await clearDataFolder(folder)).toSorted()).toEqual(["logs", "postgres", "tms.env"]);
  expect((await readdir(elsewhere)).toSorted()).toEqual(["lock.pid", "wallet.log"]);
  expect(await readdir(join(folder, "tms.env"))).toEqual(["mine"]);
});

test.runIf(isRoot)("copies binaries once so that another account can execute them", async () => {
  const account = { uid: 64_001, gid: 64_001 };
  const folder = await scratchFolder();
  const source = join(folder, "closed");
  await mkdir(join(source, "bin"), { recursive: true, mode: 0o700 });
  await writeFile(join(source, "bin/postgres"), "", { mode: 0o700 });
  expect(canEnter(join(source, "bin/postgres"), account)).toBe(false);

  const copy = join(folder, "cache/postgres");
  await copyOnce(source, copy);
  expect(canEnter(join(copy, "bin/postgres"), account)).toBe(true);
  await chmod(copy, 0o700);
  await copyOnce(source, copy);
  expect(canEnter(join(copy, "bin/postgres"), account)).toBe(false);
});

test("creates the keys of a folder once, readable by its owner only", async () => {
  const folder = await scratchFolder();
  const keys = await makeIdentityKeys(folder);
  for (const key of Object.values(keys))
    expect(parseKeyring(key)).toEqual([{ id: LOCAL_KEY_ID, key: expect.any(Buffer) }]);
  expect(keys.SESSION_KEY).not.toBe(keys.SECRETS_KEY);
  expect(await makeIdentityKeys(folder)).toEqual(keys);
  expect((await stat(join(folder, "identity-keys.json"))).mode & 0o777).toBe(0o600);
  expect(await makeIdentityKeys(await scratchFolder())).not.toEqual(keys);
});

test("refuses damaged keys of a folder, and keeps the file", async () => {
  const folder = await scratchFolder();
  const file = join(folder, "identity-keys.json");
  await makeIdentityKeys(folder);
  for (const text of ["", "{", '{"SESSION_KEY":"local:AA"}']) {
    await writeFile(file, text);
    await expect(makeIdentityKeys(folder)).rejects.toThrow("contains no valid SESSION_KEY");
    expect(await readFile(file, "utf8")).toBe(text);
  }
});

const entriesIn = async (file: string) => parseCallers(await readFile(file, "utf8"));

test("creates a token per process, and stores only digests in the callers file", async () => {
  const folder = await scratchFolder();
  const { file, tokens } = await makeCallers(folder);
  expect(Object.keys(tokens)).toEqual(productCallers);
  expect(await entriesIn(file)).toEqual(
    productCallers.map((name) => ({ name, digests: [digestCallerToken(tokens[name])] })),
  );
  expect(await readFile(file, "utf8")).not.toContain("tmsc_");
  for (const name of ["callers.json", "caller-tokens.json"])
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
});

test("keeps tokens and users, and creates only what is missing", async () => {
  const folder = await scratchFolder();
  const first = await makeCallers(folder);
  expect(await makeCallers(folder)).toEqual(first);

  const entries = await entriesIn(first.file);
  const digest = digestCallerToken(createCallerToken());
  const user = { name: "reporting", digests: [digest], rpcs: ["tms.game.v1.GameService/GetGame"] };
  const other = digestCallerToken(createCallerToken());
  const changed = entries
    .filter(({ name }) => name !== "entry")
    .map((entry) =>
      entry.name === "game" ? { ...entry, digests: [...entry.digests, other] } : entry,
    );
  await writeFile(first.file, formatCallers([...changed, user]));
  const second = await makeCallers(folder);
  expect(second.tokens).toEqual({ ...first.tokens, entry: expect.any(String) });
  expect(second.tokens.entry).not.toBe(first.tokens.entry);
  const after = await entriesIn(second.file);
  expect(after).toContainEqual(user);
  expect(after.find(({ name }) => name === "game")?.digests).toHaveLength(2);
});

test("refuses an invalid callers file, and keeps it", async () => {
  const folder = await scratchFolder();
  const file = join(folder, "callers.json");
  await writeFile(file, "{");
  await expect(makeCallers(folder)).rejects.toThrow(`${file} is not a valid callers file`);
  expect(await readFile(file, "utf8")).toBe("{");
});

test.for([
  ["/srv/tms/callers.json", "/srv/tms/callers.json"],
  ['/srv/$HOME `id` "b" \\n #1/callers.json', '/srv/$HOME `id` "b" \\n #1/callers.json'],
  ["/srv/ann's data #1!/callers.json", "/srv/ann's data #1!/callers.json"],
  ["postgres://a:it's@127.0.0.1:1/tms", "postgres://a:it%27s@127.0.0.1:1/tms"],
] as const)("quotes %j so that Node and a shell read it back", async ([value, read]) => {
  const file = join(await scratchFolder(), "tms.env");
  await writeFile(file, `VALUE=${quoted(value)}\n`);
  const print = "process.stdout.write(process.env.VALUE)";
  const byNode = execFileSync(process.execPath, [`--env-file=${file}`, "-e", print]);
  const byShell = execFileSync("sh", ["-c", `. ${file}; printf %s "$VALUE"`]);
  expect([String(byNode), String(byShell)]).toEqual([read, read]);
});

test.for(['"', "$", "`", "\\"])("refuses a path with ' and %s", (character) => {
  expect(() => quoted(`/srv/ann's ${character}/callers.json`)).toThrow(StackError);
});

const SENDER = join(repository, "services/kit/src/events/sender.ts");

/** Returns the source text of a caller. */
async function sourceOf(name: string): Promise<string> {
  const folders = [name === "gateway" ? name : `services/${name}`];
  // `start` has the rights of an operator.
  if (name === "cli") folders.push("stack");
  const texts: string[] = [];
  for await (const file of glob(
    folders.map((folder) => `${folder}/src/**/*.ts`),
    { cwd: repository },
  ))
    if (!file.endsWith(".test.ts")) texts.push(await readFile(join(repository, file), "utf8"));
  const source = texts.join("\n");
  // Services publish events through the kit.
  return source.includes("createPublisher(") ? source + (await readFile(SENDER, "utf8")) : source;
}

// Only gateways of the previous release call this RPC.
const FORMER = ["AwaitEvents"];

test.for(productCallers)("allows %s only the RPCs that it calls", async (name) => {
  const source = await sourceOf(name);
  const unused = rpcsFor(name).filter(
    ({ localName }) => !new RegExp(`\\.${localName}\\(`).test(source),
  );
  const rpcs = unused.map(({ name: rpc }) => rpc);
  expect(rpcs.filter((rpc) => !FORMER.includes(rpc))).toEqual([]);
});
