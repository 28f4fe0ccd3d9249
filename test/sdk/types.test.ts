import { execFile } from "node:child_process";
import { cp, glob, mkdir, readFile, realpath, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { openapiDocument } from "@tms/gateway/openapi-document";
import { apiTypes } from "@tms/sdk/build/api-types";
import { repository } from "@tms/stack/paths";
import { makeScratch } from "@tms/stack/testing/scratch";
import { expect, onTestFinished, test } from "vitest";

const sdk = join(repository, "sdk");
const tsc = join(repository, "node_modules/.bin/tsc");

/** A copy of the sources that are checked with types of another API; what the compiler says of them. */
async function compiled(types: string, samples: Record<string, string> = {}): Promise<string> {
  const { folder, remove } = await makeScratch("sdk-types");
  onTestFinished(remove);
  for (const name of ["src", "example", "package.json"])
    await cp(join(sdk, name), join(folder, name), { recursive: true });
  await writeFile(join(folder, "src/api/schema.ts"), types);
  await mkdir(join(folder, "node_modules/@types"), { recursive: true });
  for (const name of ["openapi-fetch", "@types/node"])
    await symlink(
      await realpath(join(sdk, "node_modules", name)),
      join(folder, "node_modules", name),
    );
  for (const [name, text] of Object.entries(samples))
    await writeFile(join(folder, "example", name), text);
  const config = JSON.parse(await readFile(join(repository, "tsconfig.base.json"), "utf8")) as {
    compilerOptions: object;
  };
  await writeFile(
    join(folder, "tsconfig.json"),
    JSON.stringify({ ...config, include: ["src", "example"], exclude: ["src/**/*.test.ts"] }),
  );
  return await promisify(execFile)(tsc, ["-p", folder]).then(
    () => "",
    ({ stdout }: { stdout: string }) => stdout,
  );
}

interface Document {
  paths: Record<string, Record<string, unknown>>;
  components: {
    schemas: Record<string, { properties: Record<string, unknown>; required: string[] }>;
  };
}
const documentOfApi = async () => structuredClone((await openapiDocument()) as Document);

test("the SDK, its example and its documentation's samples fit the API", async () => {
  const samples: Record<string, string> = {};
  const guide = await Array.fromAsync(glob("docs/guide/*.md", { cwd: repository }));
  for (const page of ["sdk/README.md", ...guide]) {
    const text = await readFile(join(repository, page), "utf8");
    const fences = Array.from(
      text.matchAll(/^```ts[^\n]*\n(.*?)^```$/gms),
      ([, code = ""]) => code,
    );
    fences.forEach((code, index) => {
      if (code.includes('from "@tms/sdk"'))
        samples[`${page.replaceAll("/", "-")}-${index}.ts`] = code;
    });
  }
  expect(Object.keys(samples).join()).toMatch(/README.*guide-sdk/s);
  const types = await apiTypes(await documentOfApi());
  expect(types).toContain('| "tournament_full"');
  expect(await compiled(types, samples)).toBe("");
});

test("an API that breaks the SDK breaks its build", async () => {
  const document = await documentOfApi();
  const { "/account": account, ...others } = document.paths;
  expect(account).toBeDefined();
  const messages = await compiled(await apiTypes({ ...document, paths: others }));
  expect(messages).toMatch(/src\/resources\/account\.ts\(.*"\/account"/s);
});

test("an API that breaks those who use the SDK breaks their build", async () => {
  const document = await documentOfApi();
  const { Payout } = document.components.schemas;
  expect(Payout?.properties["gamerHandle"]).toBeDefined();
  delete Payout?.properties["gamerHandle"];
  document.components.schemas["Payout"]!.required = (Payout?.required ?? []).filter(
    (name) => name !== "gamerHandle",
  );
  const messages = await compiled(await apiTypes(document));
  expect(messages).toMatch(/example\/backend\.ts\(.*gamerHandle/s);
  // The command line uses the SDK as they do; the SDK itself passes on whatever there is.
  expect(messages).not.toMatch(/src\/(?!cli\/)/);
});
