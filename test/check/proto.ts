import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { repository } from "../stack/paths.ts";

// The protos are linted, formatted, compatible with what is committed, and the generated code
// is what they generate.
const folder = mkdtempSync(join(tmpdir(), "tms-proto-"));
try {
  buf("lint");
  buf("format", "--diff", "--exit-code");
  if (committed()) buf("breaking", "--against", ".git#ref=HEAD");
  buf("generate", "--template", "proto/buf.gen.yaml", "--output", folder);
  execFileSync("diff", ["-r", "proto/gen", join(folder, "proto/gen")], {
    cwd: repository,
    stdio: "inherit",
  });
  console.log("protos are sound");
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function buf(...args: string[]): void {
  execFileSync("buf", args, { cwd: repository, stdio: "inherit" });
}

function committed(): boolean {
  try {
    execFileSync("git", ["cat-file", "-e", "HEAD:buf.yaml"], { cwd: repository, stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
