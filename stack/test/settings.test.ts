import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { scratchFolder } from "./fixtures/scene.ts";
import { quoted } from "../src/settings.ts";
import { StackError } from "../src/stack-error.ts";

test.for([
  ["/srv/tms/callers.json", "/srv/tms/callers.json"],
  ['/srv/$HOME `id` "b" \\n #1/callers.json', '/srv/$HOME `id` "b" \\n #1/callers.json'],
  ["/srv/ann's data #1!/callers.json", "/srv/ann's data #1!/callers.json"],
  ["postgres://a:it's@127.0.0.1:1/tms", "postgres://a:it%27s@127.0.0.1:1/tms"],
] as const)("Node and a shell read %j back", async ([value, read]) => {
  const file = join(await scratchFolder(), "tms.env");
  await writeFile(file, `VALUE=${quoted(value)}\n`);
  const print = "process.stdout.write(process.env.VALUE)";
  const byNode = execFileSync(process.execPath, [`--env-file=${file}`, "-e", print]);
  const byShell = execFileSync("sh", ["-c", `. ${file}; printf %s "$VALUE"`]);
  expect([String(byNode), String(byShell)]).toEqual([read, read]);
});

test.for(['"', "$", "`", "\\"])("a path with ' and %s is refused in a sentence", (character) => {
  expect(() => quoted(`/srv/ann's ${character}/callers.json`)).toThrow(StackError);
});
