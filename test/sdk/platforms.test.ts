import { execFile, execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { makeScratch } from "@tms/stack/testing/scratch";
import { Webhook } from "standardwebhooks";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { hasChromium, startBrowser } from "../harness/browser.ts";
import type { Api } from "../harness/api.ts";
import { gameIn } from "../harness/game.ts";
import { projectWithSdk, type Project } from "./published.ts";

const baseUrl = inject("baseUrl");
const nodes = findNodes();
let scratch: Awaited<ReturnType<typeof makeScratch>>;
let project: Project;
let api: Api;
let browser: Browser | undefined;

beforeAll(async () => {
  scratch = await makeScratch("sdk-platforms");
  project = await projectWithSdk(scratch.folder);
  api = await gameIn({ gatewayUrl: baseUrl, urls: inject("urls"), token: inject("tokens").test });
  if (hasChromium) browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  await scratch?.remove();
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

function inputFor(name: string) {
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
  const { apiKey, gameId } = api;
  return { baseUrl, apiKey, gameId, name, webhook: { body, headers, secret } };
}

test.for([20, 22, 26])(
  "the package works under Node %i, and its command too",
  async (major, { skip }) => {
    const node = nodes.get(major);
    if (node === undefined) {
      console.log(`SKIPPED: there is no Node ${major}; TMS_TEST_NODES names one.`);
      return skip();
    }
    const file = join(project.folder, "play.mjs");
    await writeFile(
      file,
      `import * as sdk from "@tms/sdk";\n${PLAY}
console.log(JSON.stringify(await play(sdk, JSON.parse(process.argv[2]))));`,
    );
    const run = promisify(execFile);
    const input = JSON.stringify(inputFor(`Node ${major}`));
    expect(JSON.parse((await run(node, [file, input])).stdout)).toEqual(PLAYED);

    const env = { HOME: project.folder, TMS_BASE_URL: baseUrl, TMS_API_KEY: api.apiKey };
    const cli = join(project.sdk, "dist/cli/main.js");
    const { stdout } = await run(node, [cli, "tournaments", "list", "--json"], { env });
    const { tournaments } = JSON.parse(stdout) as { tournaments: { name: string }[] };
    expect(tournaments.map(({ name }) => name)).toContain(`Node ${major}`);
  },
);

test.skipIf(!hasChromium)("the package works in a browser, as it is", async () => {
  const page = await (await browser!.newContext()).newPage();
  // A page of the service's origin, for the API answers no other.
  await page.route(`${baseUrl}/sdk/**`, async (route) => {
    const path = new URL(route.request().url()).pathname.slice("/sdk/".length);
    if (path === "") return await route.fulfill({ contentType: "text/html", body: HTML });
    const body = await readFile(join(project.folder, "node_modules", path), "utf8");
    await route.fulfill({ contentType: "text/javascript", body });
  });
  await page.goto(`${baseUrl}/sdk/`);
  const played = await page.evaluate(
    `(async () => { ${PLAY}; return await play(await import("@tms/sdk"), ${JSON.stringify(inputFor("Chromium"))}); })()`,
  );
  expect(played).toEqual(PLAYED);
});

const IMPORTS = {
  "@tms/sdk": "/sdk/@tms/sdk/dist/index.js",
  "openapi-fetch": "/sdk/openapi-fetch/dist/index.mjs",
};
const HTML = `<!doctype html><script type="importmap">${JSON.stringify({ imports: IMPORTS })}</script>`;
