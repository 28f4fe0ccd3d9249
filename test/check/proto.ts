import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { repository } from "@tms/stack/paths";

// The protos are linted, formatted, compatible with what is committed, and the generated code
// is what they generate.
const folder = mkdtempSync(join(tmpdir(), "tms-proto-"));
try {
  buf("lint");
  buf("format", "--diff", "--exit-code");
  if (committed()) buf("breaking", "--against", ".git#ref=HEAD");
  else console.log("without git, whether the protos break callers was not checked");
  buf("generate", "--template", "proto/buf.gen.yaml", "--output", folder);
  const differs = spawnSync("diff", ["-r", "proto/gen", join(folder, "proto/gen")], {
    cwd: repository,
    stdio: "inherit",
  });
  if (differs.status !== 0) fail("proto/gen is not what the protos generate: pnpm proto");
  console.log("protos are sound");
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function buf(...args: string[]): void {
  const { status } = spawnSync("buf", args, { cwd: repository, stdio: "inherit" });
  if (status !== 0) fail(`buf ${args[0]} found the above`);
}

function fail(sentence: string): never {
  console.error(sentence);
  rmSync(folder, { recursive: true, force: true });
  process.exit(1);
}

function committed(): boolean {
  try {
    execFileSync("git", ["cat-file", "-e", "HEAD:buf.yaml"], { cwd: repository, stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
