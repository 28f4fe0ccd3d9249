import { execFile } from "node:child_process";
import { cp, glob, mkdir, readFile, realpath, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { openapiDocument } from "@tms/gateway/openapi-document";
import { newId } from "@tms/kit/values/ids";
import { createTms, isTmsError, type EnvironmentEvent } from "@tms/sdk";
import { apiTypes } from "@tms/sdk-build/api-types";
import { handleWebhook } from "@tms/sdk/example";
import { repository } from "@tms/stack/paths";
import { makeScratch } from "@tms/stack/testing/scratch";
import { Webhook } from "standardwebhooks";
import { onTestFinished } from "vitest";
import { expect, sdkTest as test } from "./sdk.ts";

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
  paths: Record<string, Record<string, { security: Record<string, unknown>[] }>>;
  components: {
    schemas: Record<string, { properties: Record<string, unknown>; required: string[] }>;
  };
}
const documentOfApi = async () => structuredClone((await openapiDocument()) as Document);

test("fits the API with its example and the samples of its documentation", async () => {
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

test("fails to build if the API lacks what the SDK or its users need", async () => {
  const document = await documentOfApi();
  const { "/account": account, ...paths } = document.paths;
  expect(account).toBeDefined();
  const { Payout } = document.components.schemas;
  if (!Payout?.properties["gamerHandle"]) throw new Error("a payout has no handle");
  delete Payout.properties["gamerHandle"];
  Payout.required = Payout.required.filter((name) => name !== "gamerHandle");
  const messages = await compiled(await apiTypes({ ...document, paths }));
  expect(messages).toMatch(/src\/gen\/resources\.ts\(.*"GET \/account"/s);
  expect(messages).toMatch(/example\/backend\.ts\(.*gamerHandle/s);
});

/** What stands for each parameter of a path, and for whatever else a method takes. */
const WORD = "a";

/** The operations that an API key may call: `GET /tournament/a`. */
async function operationsOfKeys(): Promise<string[]> {
  const { paths } = await documentOfApi();
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { security }]) => security.some((way) => "apiKey" in way))
      .map(([method]) => `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, WORD)}`),
  );
}

// No repeat would change it, so that each call asks once.
const refuse = () =>
  Response.json(
    { code: "tournament_not_found", status: 404, detail: "", requestId: "" },
    { status: 404 },
  );

/** Calls a method with words; of a list it reads a page, of a stream the events. */
async function call(method: (...words: string[]) => object): Promise<void> {
  const answer = method(WORD, WORD, WORD);
  if ("page" in answer) await (answer.page as () => Promise<unknown>)();
  else if (Symbol.asyncIterator in answer) await Array.fromAsync(answer as AsyncIterable<unknown>);
  else await (answer as Promise<unknown>);
}

test("has a method for each operation that an API key may call", async () => {
  const asked: string[] = [];
  const tms = createTms({
    baseUrl: "https://tms.example.com",
    apiKey: "tms_test_",
    fetch: async (input, init) => {
      const { method, url } = new Request(input, init);
      asked.push(`${method} ${new URL(url).pathname}`);
      return refuse();
    },
  });
  const { http: _beneath, ...resources } = tms;
  const isRefused = (error: unknown) => isTmsError(error, "tournament_not_found");
  for (const [resource, methods] of Object.entries(resources))
    for (const [name, method] of Object.entries(methods))
      await expect(call(method as never), `${resource}.${name}`).rejects.toSatisfy(isRefused);
  // A stream that is not told where to begin asks the log for its end first.
  const stream = tms.events.stream({ after: 0 });
  await expect(Array.fromAsync(stream)).rejects.toSatisfy(isRefused);
  const operations = await operationsOfKeys();
  expect(operations).toContain("PATCH /tournament/a/review");
  expect(operations.filter((operation) => !asked.includes(operation))).toEqual([]);
});

const FILE = join(repository, "sdk/example/backend.ts");

test("runs its example by its command, in fewer than 150 lines", async ({ api, baseUrl }) => {
  const { apiKey, gameId } = api;
  const settings = { TMS_BASE_URL: baseUrl, TMS_API_KEY: apiKey, TMS_GAME_ID: gameId };
  const env = { ...process.env, ...settings };
  const { stdout } = await promisify(execFile)(process.execPath, [FILE], { env });
  expect(stdout).toBe("ada gets 5\n");
  const text = await readFile(FILE, "utf8");
  expect(text.split("\n").length).toBeLessThan(150);
  expect(Array.from(text.matchAll(/from "(.*)"/g), ([, name]) => name)).toEqual(["@tms/sdk"]);
});

test("shows in its example how to handle each event once, and no forged one", async () => {
  const secret = `whsec_${Buffer.from(newId()).toString("base64")}`;
  const event = {
    id: newId(),
    sequence: 1,
    type: "payout.paid",
    timestamp: new Date().toISOString(),
    game: newId(),
    test: true,
    actor: { type: "system", id: null },
    requestId: null,
    data: {},
  };
  const body = JSON.stringify(event);
  const now = new Date();
  const delivery = (signature: string) =>
    new Request("https://game.example.com/hooks", {
      method: "POST",
      body,
      headers: {
        "webhook-id": event.id,
        "webhook-timestamp": String(Math.floor(now.getTime() / 1_000)),
        "webhook-signature": signature,
      },
    });
  const signature = new Webhook(secret).sign(event.id, now, body);
  const handled: EnvironmentEvent[] = [];
  const seen = new Set<string>();
  const inbox = {
    isNew: (id: string) => seen.size < seen.add(id).size,
    handle: (one: EnvironmentEvent) => void handled.push(one),
  };
  const answers = [signature, signature, "v1,forged"].map((text) => delivery(text));
  const statuses: number[] = [];
  for (const request of answers)
    statuses.push((await handleWebhook(request, secret, inbox)).status);
  expect(statuses).toEqual([204, 204, 400]);
  expect(handled).toEqual([event]);
});
