import { mkdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { newId } from "@tms/kit/values/ids";
import { apiOf } from "../harness/api.ts";
import { hasChromium, startBrowser } from "../harness/browser.ts";
import { joined } from "../harness/gamers.ts";
import { joinTeam } from "../harness/people.ts";
import { created, idOf, published, settled } from "../harness/tournament.ts";
import { Role } from "@tms/proto/tms/game/v1/member";
import { signIn } from "./walk/account.ts";
import { emptyGame, newCaller, type Caller } from "./walk/filled-game.ts";
import { goTo } from "./walk/look.ts";
import type { Sight } from "./walk/sights.ts";
import { visitor } from "./walk/visitor.ts";

// The pictures of docs/: `TMS_DOCS_PICTURES=docs/guide/pictures pnpm test test/browser/pictures` takes them
// again.
const FOLDER = process.env["TMS_DOCS_PICTURES"];
const MOST_BYTES = 80_000;
const SIZE = { width: 1_080, height: 560 };
const HEADER = 96;

let browser: Browser;
beforeAll(async () => {
  if (FOLDER !== undefined && hasChromium) browser = await startBrowser();
});
afterAll(() => browser?.close());

test.skipIf(FOLDER === undefined || !hasChromium)(
  "the documentation's pictures are small, and show the pages as they are",
  async () => {
    const folder = join(import.meta.dirname, "../..", FOLDER ?? "");
    await mkdir(folder, { recursive: true });
    const { page, context, faults } = await visitor(browser, SIZE);
    async function take(sight: Picture): Promise<void> {
      await goTo(page, sight);
      const top = sight.from && (await page.getByText(sight.from).first().boundingBox());
      await page.evaluate(`scrollTo(0, ${top ? top.y - HEADER : 0})`);
      const path = join(folder, `${sight.name}.png`);
      await page.evaluate("document.fonts.ready");
      await page.screenshot({ path, animations: "disabled" });
      expect({ [path]: (await stat(path)).size < MOST_BYTES }).toEqual({ [path]: true });
    }
    await page.goto("/dashboard/sign-in");
    await take({ name: "sign-up", path: "/sign-up", shows: "Create your account" });
    const who = { name: "Ada Lovelace", email: `ada.${newId().slice(-4)}@example.com` };
    const owner = await newCaller(who);
    const sights = await shownGame(owner);
    await page.goto("/dashboard/sign-in");
    await signIn(page, who.email);
    await page.getByRole("heading", { name: "Games", level: 1 }).waitFor();
    for (const sight of sights) await take(sight);
    expect(faults).toEqual([]);
    await context.close();
  },
);

/** A page to be shown, from the top or from a text on. */
interface Picture extends Sight {
  from?: string;
}

/** A game that somebody has begun with: there is a key and a tournament. */
async function begunGame(owner: Caller): Promise<Picture> {
  const game = await emptyGame(owner, "Moon Golf");
  const gameId = game.environments.test.id;
  const { secret } = await owner.ask("POST", "/key/create", { name: "Match server" }, gameId);
  await created(apiOf(inject("baseUrl"), { gameId, apiKey: secret ?? "" }));
  const path = `/g/${game.id}/test/getting-started`;
  return { name: "getting-started", path, shows: "See it pay out" };
}

/** A game that looks like one of somebody's; returns what is to be seen of it. */
async function shownGame(owner: Caller): Promise<Picture[]> {
  const game = await emptyGame(owner, "Star Racer");
  const gameId = game.environments.test.id;
  const { secret } = await owner.ask("POST", "/key/create", { name: "Match server" }, gameId);
  const reports = { name: "Reports", scopes: ["read"], ipRanges: ["203.0.113.0/24"] };
  await owner.ask("POST", "/key/create", reports, gameId);
  const grace = await newCaller({ name: "Grace Hopper", email: "grace@example.com" });
  const member = { userId: grace.person.id, role: Role.DEVELOPER };
  await joinTeam({ urls: inject("urls"), token: inject("tokens").test }, gameId, member);
  const guest = { email: "edsger@example.com", role: "viewer" };
  await owner.ask("POST", `/game/${game.id}/members/invite`, guest);

  const api = apiOf(inject("baseUrl"), { gameId, apiKey: secret ?? "" });
  const terms = { entryFee: 2.5, prizeSplit: [60, 30, 10] };
  const paid = await published(api, { ...terms, name: "Winter final" });
  const gamers = ["ada", "grace", "edsger", "barbara", "alan", "hedy", "linus", "margaret"];
  await joined(api, paid, ...gamers);
  const ranks = gamers.map((gamer, index) => ({ gamer, rank: index + 1 }));
  await api.patch(`${paid}/complete`, { ranks });
  await settled(api, paid);
  const running = await published(api, { ...terms, name: "Friday Open", maxEntries: 100 });
  await joined(api, running, ...Array.from({ length: 60 }, (_, index) => `racer-${index + 1}`));
  await api.patch(`${running}/eliminate`, { gamers: ["racer-7", "racer-12"] });
  const at = (page: string) => `/g/${game.id}/test/${page}`;
  const tournament = (path: string, tab = "entries") => at(`tournaments/${idOf(path)}?tab=${tab}`);
  return [
    await begunGame(owner),
    { name: "tournament", path: tournament(running), shows: "60 entries" },
    {
      name: "money",
      path: tournament(paid, "money"),
      shows: "verified",
      from: "Where the money went",
    },
    { name: "ledger", path: at("ledger"), shows: "nothing is lost" },
    { name: "keys", path: at("keys"), shows: "Reports" },
    { name: "team", path: at("team"), shows: "edsger@example.com" },
  ];
}
