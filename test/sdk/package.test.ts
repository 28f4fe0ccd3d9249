import { execFile, execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { repository } from "@tms/stack/paths";
import { makeScratch } from "@tms/stack/testing/scratch";
import { packSdk } from "@tms/sdk-build/pack";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { Webhook } from "standardwebhooks";
import { onTestFinished } from "vitest";
import { hasChromium, startBrowser } from "../harness/browser.ts";
import { sample } from "../harness/sample.ts";
import { projectWithSdk } from "./published.ts";
import { expect, sdkTest } from "./sdk.ts";

// What users get. A run takes one of the Nodes that are here and one compiler, `pnpm test:all` takes all.

const run = promisify(execFile);
const bin = (name: string) => join(import.meta.dirname, "../node_modules/.bin", name);

const test = sdkTest.extend("project", { scope: "file" }, async ({}, { onCleanup }) => {
  const { folder, remove } = await makeScratch("sdk-package");
  onCleanup(remove);
  return await projectWithSdk(folder);
});

interface Manifest {
  dependencies: object;
  devDependencies?: object;
  bin: object;
}

test("is packed as package managers and bundlers expect", async ({ project }) => {
  const tarball = (await readFile(project.archive)).buffer;
  const { messages, pkg } = await publint({ pack: { tarball }, level: "suggestion" });
  expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
});

test("has the same bytes in each build, so that lockfiles keep its hash", async ({ project }) => {
  const { folder, remove } = await makeScratch("sdk-again");
  onTestFinished(remove);
  const again = await packSdk(join(folder, "another/depth"));
  const [first, second] = await Promise.all([project.archive, again].map((file) => readFile(file)));
  expect(second?.equals(first ?? Buffer.of())).toBe(true);
});

test("has types however it is imported", async ({ project }) => {
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

const USE = `import { createTms, isTmsError, verifyWebhook, type Tournament } from "@tms/sdk";
const tms = createTms({ baseUrl: "https://tms.example.com", apiKey: "tms_test_1" });
const { tournament, requestId }: { tournament: Tournament; requestId: string } = await tms.tournaments.get("1");
for await (const { gamerHandle } of tms.tournaments.entries(tournament.id)) gamerHandle.toUpperCase();
// @ts-expect-error: no tournament has it
tournament.prizes;
// @ts-expect-error: no such code
isTmsError(null, "tournament_ful");
// @ts-expect-error: no such type of event
tms.events.list({ types: ["entry.jioned"] });
// @ts-expect-error: no such type of event
tms.webhooks.create({ url: "https://example.com", events: ["entry.jioned"] });
tms.events.list({ types: ["entry.*", "payout.paid"] });
const event = await verifyWebhook("", {}, "");
if (event.type === "entry.joined") event.data.entry.gamerHandle.toUpperCase();
// @ts-expect-error: the data of such an event have no entry
if (event.type === "payout.paid") event.data.entry;
// @ts-expect-error: a tournament must be given
await tms.tournaments.publish();
// @ts-expect-error: one credential, not two
createTms({ baseUrl: "", apiKey: "", accessToken: "" });
export const isFull = (error: unknown) => isTmsError(error, "tournament_full") && error.requestId === requestId;
`;
const COMPILERS = {
  "TypeScript 7": ["node_modules/typescript", "nodenext"],
  "TypeScript 6": ["sdk/node_modules/typescript", "nodenext"],
  "TypeScript 5.4": ["test/node_modules/typescript-5.4", "nodenext"],
  "TypeScript 5.4 and moduleResolution node": ["test/node_modules/typescript-5.4", "node"],
} as const;

test.for(sample(Object.entries(COMPILERS), 2))(
  "has whole types under a strict %s",
  async ([, [compiler, resolution]], { project }) => {
    await writeFile(join(project.folder, "use.ts"), USE);
    const module = resolution === "node" ? "esnext" : resolution;
    const options = [
      "--module",
      module,
      "--moduleResolution",
      resolution,
      "--target",
      "es2022",
      "--lib",
      "es2022,dom",
    ];
    const strictly = ["--strict", "--noEmit", "--skipLibCheck", "false"];
    const compiled = await run(
      process.execPath,
      [join(repository, compiler, "bin/tsc"), ...options, ...strictly, "use.ts"],
      {
        cwd: project.folder,
      },
    ).catch((error: { stdout: string }) => error);
    expect(compiled.stdout).toBe("");
  },
);

test("needs one package, has no dead links, sources or tests", async ({ project }) => {
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
  expect(files).toContain("index.js.map");
  const {
    default: { version },
  } = (await import(join(project.sdk, "package.json"), { with: { type: "json" } })) as {
    default: { version: string };
  };
  const { VERSION } = (await import(join(project.sdk, "dist/client/options.js"))) as {
    VERSION: string;
  };
  expect(VERSION).toBe(version);
  expect(files.filter((file) => /test|(?<!\.d)\.ts$/.test(file))).toEqual([]);
});

/** Every Node that is here, by its major version: this one, those on the PATH, and those named. */
function findNodes(): ReadonlyMap<number, string> {
  const { PATH = "", TMS_TEST_NODES: named = "" } = process.env;
  const onPath = PATH.split(delimiter).map((folder) => join(folder, "node"));
  const files = [...named.split(delimiter), ...onPath].filter((file) => file && existsSync(file));
  const found = files.map((file) => {
    const version = execFileSync(file, ["--version"], { encoding: "utf8" });
    return [Number(/^v(\d+)/.exec(version)?.[1]), file] as const;
  });
  return new Map([...found, [26, process.execPath]]);
}

// What runs everywhere: a tournament, a list of several pages, a refusal and a delivery.
const PLAY = `
async function play({ createTms, isTmsError, verifyWebhook }, { baseUrl, apiKey, gameId, name, webhook }) {
  const tms = createTms({ baseUrl, apiKey, gameId });
  const { tournament } = await tms.tournaments.create({
    name,
    description: "",
    startTime: new Date().toISOString(),
    endTime: new Date(Date.now() + 3_600_000).toISOString(),
  });
  await tms.tournaments.publish(tournament.id);
  for (const gamer of ["ada", "bob", "cyd"]) await tms.entries.join(tournament.id, gamer);
  const gamers = [];
  for await (const entry of tms.tournaments.entries(tournament.id, { limit: 1 }))
    gamers.push(entry.gamerHandle);
  const refusal = await tms.entries.join(tournament.id, "ada").catch((error) => error);
  const { type } = await verifyWebhook(webhook.body, webhook.headers, webhook.secret);
  return {
    gamers: gamers.sort(),
    isRefused: isTmsError(refusal, "gamer_already_joined"),
    hasRequestId: typeof refusal.requestId === "string",
    type,
  };
}`;
const PLAYED = {
  gamers: ["ada", "bob", "cyd"],
  isRefused: true,
  hasRequestId: true,
  type: "webhook.test",
};

function inputFor(
  { baseUrl, apiKey, gameId }: { baseUrl: string; apiKey: string; gameId: string },
  name: string,
) {
  const secret = `whsec_${Buffer.from("a secret of thirty-two bytes, so").toString("base64")}`;
  const body = JSON.stringify({
    id: "1",
    sequence: 1,
    type: "webhook.test",
    timestamp: "2030-05-01T18:00:00.000Z",
    game: "1",
    data: {},
  });
  const at = new Date();
  const headers = {
    "webhook-id": "1",
    "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
    "webhook-signature": new Webhook(secret).sign("1", at, body),
  };
  return { baseUrl, apiKey, gameId, name, webhook: { body, headers, secret } };
}

const NODES = findNodes();
for (const major of [20, 22].filter((one) => !NODES.has(one)))
  test.skip(`works under Node ${major}, which is not here`);

test.for(sample([...NODES], 1))(
  "works under Node %i, and its command too",
  async ([major, node], { project, api, baseUrl }) => {
    const file = join(project.folder, "play.mjs");
    await writeFile(
      file,
      `import * as sdk from "@tms/sdk";\n${PLAY}
console.log(JSON.stringify(await play(sdk, JSON.parse(process.argv[2]))));`,
    );
    const input = JSON.stringify(inputFor({ ...api, baseUrl }, `Node ${major}`));
    expect(JSON.parse((await run(node, [file, input])).stdout)).toEqual(PLAYED);

    const env = { HOME: project.folder, TMS_BASE_URL: baseUrl, TMS_API_KEY: api.apiKey };
    const cli = join(project.sdk, "dist/cli/main.js");
    const { stdout } = await run(node, [cli, "tournaments", "list", "--json"], { env });
    const { tournaments } = JSON.parse(stdout) as { tournaments: { name: string }[] };
    expect(tournaments.map(({ name }) => name)).toContain(`Node ${major}`);
  },
);

// Prints how many calls of each kind were settled, and as what.
const CALLS = `
import { createServer } from "node:http";
import { createTms } from "@tms/sdk";
const settled = { answered: 0, timedOut: 0, abandoned: 0 };
let [open, most] = [0, 0];
const server = createServer((request, reply) => {
  if (request.url === "/account") reply.setHeader("content-type", "application/json").end("{}");
});
server.maxConnections = 500;
server.on("connection", (socket) => {
  most = Math.max(most, ++open);
  socket.on("close", () => open--);
});
server.listen(0, "127.0.0.1", async () => {
  const baseUrl = "http://127.0.0.1:" + server.address().port;
  const garbage = setInterval(gc, 400);
  const tms = createTms({ baseUrl, apiKey: "tms_test_1" });
  await Promise.all(Array.from({ length: 1_000 }, async () => {
    await tms.account.get();
    settled.answered++;
  }));
  const impatient = createTms({ baseUrl, apiKey: "tms_test_1", timeoutMs: 500, retries: 0 });
  const caller = new AbortController();
  const calls = Array.from({ length: 5 }, () => [
    impatient.clock.get().catch(({ name }) => (settled.timedOut += name === "TmsConnectionError")),
    tms.clock.get({ signal: caller.signal }).catch((reason) => (settled.abandoned += reason === "enough")),
  ]);
  await Promise.all(calls.map(([timedOut]) => timedOut));
  caller.abort("enough");
  await Promise.all(calls.flat());
  clearInterval(garbage);
  console.log(JSON.stringify({ ...settled, fewSockets: most <= 200 }));
  server.closeAllConnections();
  server.close();
});`;

test.for([...NODES])(
  "settles 1,000 calls at once, and each that is not answered, under Node %i",
  async ([, node], { project }) => {
    const file = join(project.folder, "calls.mjs");
    await writeFile(file, CALLS);
    const { stdout } = await run(node, ["--expose-gc", file], { timeout: 150_000 });
    expect(JSON.parse(stdout)).toEqual({
      answered: 1_000,
      timedOut: 5,
      abandoned: 5,
      fewSockets: true,
    });
  },
);

test.skipIf(!hasChromium)("works in a browser, as it is", async ({ project, api, baseUrl }) => {
  const browser = await startBrowser();
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  // A page of the service's origin, for the API answers no other.
  await page.route(`${baseUrl}/sdk/**`, async (route) => {
    const path = new URL(route.request().url()).pathname.slice("/sdk/".length);
    if (path === "") return await route.fulfill({ contentType: "text/html", body: HTML });
    const body = await readFile(join(project.folder, "node_modules", path), "utf8");
    await route.fulfill({ contentType: "text/javascript", body });
  });
  await page.goto(`${baseUrl}/sdk/`);
  const played = await page.evaluate(
    `(async () => { ${PLAY}; return await play(await import("@tms/sdk"), ${JSON.stringify(inputFor({ ...api, baseUrl }, "Chromium"))}); })()`,
  );
  expect(played).toEqual(PLAYED);
});

const IMPORTS = {
  "@tms/sdk": "/sdk/@tms/sdk/dist/index.js",
  "openapi-fetch": "/sdk/openapi-fetch/dist/index.mjs",
};
const HTML = `<!doctype html><script type="importmap">${JSON.stringify({ imports: IMPORTS })}</script>`;
