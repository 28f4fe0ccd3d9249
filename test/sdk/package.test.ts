import { execFile } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { repository } from "@tms/stack/paths";
import { makeScratch } from "@tms/stack/testing/scratch";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectWithSdk, type Project } from "./published.ts";

const run = promisify(execFile);
const bin = (name: string) => join(import.meta.dirname, "../node_modules/.bin", name);
let scratch: Awaited<ReturnType<typeof makeScratch>>;
let project: Project;

beforeAll(async () => {
  scratch = await makeScratch("sdk-package");
  project = await projectWithSdk(scratch.folder);
});
afterAll(() => scratch?.remove());

interface Manifest {
  dependencies: object;
  devDependencies?: object;
  bin: object;
}

test("the archive is what package managers and bundlers expect", async () => {
  const tarball = (await readFile(project.archive)).buffer;
  const { messages, pkg } = await publint({ pack: { tarball }, level: "suggestion" });
  expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
});

test("its types are found however it is imported", async () => {
  const args = [project.archive, "--profile", "esm-only", "--format", "json"];
  // It ends with 1 where it finds anything wrong.
  const { stdout } = await run(bin("attw"), args, { maxBuffer: 64 * 1024 * 1024 });
  const { analysis } = JSON.parse(stdout) as {
    analysis: { types: unknown; problems: { kind: string; resolutionKind?: string }[] };
  };
  expect(analysis.types).toMatchObject({ kind: "included" });
  // CommonJS and Node 10 find nothing, for it is ES modules.
  const before = ["node10", "node16-cjs"];
  const kinds = analysis.problems.filter(
    ({ resolutionKind = "" }) => !before.includes(resolutionKind),
  );
  expect(kinds).toEqual([]);
});

const USE = `import { createTms, isTmsError, type Tournament } from "@tms/sdk";
const tms = createTms({ baseUrl: "https://tms.example.com", apiKey: "tms_test_1" });
const { tournament, requestId }: { tournament: Tournament; requestId: string } = await tms.tournaments.get("1");
for await (const { gamerHandle } of tms.tournaments.entries(tournament.id)) gamerHandle.toUpperCase();
// @ts-expect-error: no tournament has it
tournament.prizes;
// @ts-expect-error: a tournament must be given
await tms.tournaments.publish();
// @ts-expect-error: one credential, not two
createTms({ baseUrl: "", apiKey: "", accessToken: "" });
export const isFull = (error: unknown) => isTmsError(error, "tournament_full") && error.requestId === requestId;
`;
const COMPILERS = { "TypeScript 7": "node_modules", "TypeScript 6": "sdk/node_modules" };

test.for(Object.entries(COMPILERS))(
  "its types are whole and strict under %s",
  async ([, packages]) => {
    await writeFile(join(project.folder, "use.ts"), USE);
    const options = ["--module", "nodenext", "--target", "es2022", "--lib", "es2022,dom"];
    const strictly = ["--strict", "--noEmit", "--skipLibCheck", "false"];
    const compiled = await run(
      join(repository, packages, ".bin/tsc"),
      [...options, ...strictly, "use.ts"],
      {
        cwd: project.folder,
      },
    ).catch((error: { stdout: string }) => error);
    expect(compiled.stdout).toBe("");
  },
);

test("it needs one package, links to nothing that it lacks, and brings neither sources nor tests nor what the workspace needs", async () => {
  const manifest = JSON.parse(
    await readFile(join(project.sdk, "package.json"), "utf8"),
  ) as Manifest;
  expect(Object.keys(manifest.dependencies)).toEqual(["openapi-fetch"]);
  expect(manifest.devDependencies).toBeUndefined();
  expect((await readdir(project.sdk)).toSorted()).toEqual(["README.md", "dist", "package.json"]);
  const readme = await readFile(join(project.sdk, "README.md"), "utf8");
  expect(readme).toContain('from "@tms/sdk"');
  expect(readme).not.toMatch(/\]\((?!https:)/);
  const files = await readdir(join(project.sdk, "dist"), { recursive: true });
  expect(files).toContain("api/schema.d.ts");
  expect(files.filter((file) => /test|(?<!\.d)\.ts$/.test(file))).toEqual([]);
});
