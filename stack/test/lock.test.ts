import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { scratchFolder } from "./fixtures/scene.ts";
import { lockFolder } from "../src/folder/lock.ts";

/** A process that holds, or fails to get, the lock of a folder, and says which. */
async function claimElsewhere(folder: string): Promise<{ said: string; kill(): Promise<void> }> {
  const script = `
    const { lockFolder } = await import(${JSON.stringify(join(import.meta.dirname, "../src/folder/lock.ts"))});
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

it("gives a data folder to one start at a time, and to the next after a release", async () => {
  const folder = await scratchFolder();
  const lock = await lockFolder(folder);
  await expect(lockFolder(folder)).rejects.toMatchObject({
    name: "StackError",
    message: `The data folder ${folder} is in use by another start (process ${process.pid}).`,
  });
  lock.release();
  (await lockFolder(folder)).release();
});

it("is free again as soon as its holder was killed", async () => {
  const folder = await scratchFolder();
  const holder = await claimElsewhere(folder);
  expect(holder.said).toBe("got it");
  await expect(lockFolder(folder)).rejects.toThrow("is in use by another start");
  await holder.kill();
  (await lockFolder(folder)).release();
});

it("goes to exactly one of many that find a dead holder together", async () => {
  const folder = await scratchFolder();
  await (await claimElsewhere(folder)).kill();
  const claims = await Promise.all(Array.from({ length: 4 }, () => claimElsewhere(folder)));
  expect(claims.filter(({ said }) => said === "got it")).toHaveLength(1);
});

it("says so when a folder cannot be locked at all", async () => {
  const folder = await scratchFolder();
  await writeFile(
    join(folder, "lock"),
    "not a database, and rather longer than its header would be".repeat(9),
  );
  await expect(lockFolder(folder)).rejects.toThrow(`The data folder ${folder} cannot be locked.`);
});
