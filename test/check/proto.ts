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
  else console.log("Git is not available, so the check for breaking changes was skipped.");
  buf("generate", "--template", "proto/buf.gen.yaml", "--output", folder);
  const differs = spawnSync("diff", ["-r", "proto/gen", join(folder, "proto/gen")], {
    cwd: repository,
    stdio: "inherit",
  });
  if (differs.status !== 0) fail("proto/gen is out of date. Run `npx -y pnpm@12.21.0 run proto`.");
  console.log("The protos are valid, and proto/gen is up to date.");
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function buf(...args: string[]): void {
  const { status } = spawnSync("buf", args, { cwd: repository, stdio: "inherit" });
  if (status !== 0) fail(`buf ${args[0]} failed.`);
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
