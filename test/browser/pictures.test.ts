import { mkdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { newId } from "@tms/kit/values/ids";
import { Role } from "@tms/proto/tms/game/v1/member";
import { joined } from "../harness/gamers.ts";
import { created, idOf, published, settled } from "../harness/tournament.ts";
import { createGame, newCaller, withKey, type Caller } from "./games.ts";
import { show, type Sight } from "./sights.ts";
import { expect, newMember, test } from "./test.ts";

// `TMS_DOCS_PICTURES=docs/guide/pictures pnpm test test/browser/pictures` takes the pictures of the
// documentation again.
const FOLDER = process.env["TMS_DOCS_PICTURES"];
const MAX_BYTES = 80_000;
const SIZE = { width: 1_080, height: 560 };
const HEADER = 96;

test.skipIf(FOLDER === undefined)(
  "takes small pictures for the documentation",
  async ({ open }) => {
    const folder = join(import.meta.dirname, "../..", FOLDER ?? "");
    await mkdir(folder, { recursive: true });
    const who = { name: "Ada Lovelace", email: `ada.${newId().slice(-4)}@example.com` };
    const owner = await newCaller(who);
    const sights = await createPictures(owner);
    const outside = await open("/dashboard/sign-in", SIZE);
    const inside = await open("/dashboard/", { ...SIZE, as: owner });
    await inside.getByRole("heading", { name: "Games", level: 1 }).waitFor();
    for (const sight of [SIGN_UP, ...sights]) {
      const page = sight === SIGN_UP ? outside : inside;
      await show(page, sight);
      const top = sight.from && (await page.getByText(sight.from).first().boundingBox());
      await page.evaluate(`scrollTo(0, ${top ? top.y - HEADER : 0})`);
      const path = join(folder, `${sight.name}.png`);
      await page.evaluate("document.fonts.ready");
      await page.screenshot({ path, animations: "disabled" });
      expect({ [path]: (await stat(path)).size < MAX_BYTES }).toEqual({ [path]: true });
    }
  },
);

/** A page to be shown, from the top or from a text on. */
interface Picture extends Sight {
  from?: string;
}

const SIGN_UP: Picture = { name: "sign-up", path: "/sign-up", shows: "Create your account" };

/** Creates a game with a key and a tournament, whose first steps are half done. */
async function createBegunGame(owner: Caller): Promise<Picture> {
  const game = await createGame(owner, "Moon Golf");
  await created(await withKey(owner, game.environments.test.id));
  const path = `/g/${game.id}/test/getting-started`;
  return { name: "getting-started", path, shows: "See it pay out" };
}

/** Creates the games of the pictures. Returns the pages to be shown. */
async function createPictures(owner: Caller): Promise<Picture[]> {
  const game = await createGame(owner, "Star Racer");
  const api = await withKey(owner, game.environments.test.id);
  const reports = { name: "Reports", scopes: ["read"], ipRanges: ["203.0.113.0/24"] };
  await owner.ask("POST", "/key/create", reports, api.gameId);
  await newMember(api.gameId, "Grace Hopper", Role.DEVELOPER, "grace@example.com");
  const guest = { email: "edsger@example.com", role: "viewer" };
  await owner.ask("POST", `/game/${game.id}/members/invite`, guest);

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
    await createBegunGame(owner),
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
