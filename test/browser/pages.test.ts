import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFailed, test } from "vitest";
import { hasChromium, startBrowser } from "../harness/browser.ts";
import { signIn } from "./walk/account.ts";
import { emptyGame, filledGame, newCaller } from "./walk/filled-game.ts";
import { goTo, isTooWide, leave, picture, seriousFindings, turn } from "./walk/look.ts";
import { EMPTY, FILLED, NO_GAMES, OF_A_PERSON, OUTSIDE, pathOf } from "./walk/sights.ts";
import { visitor, type Visitor } from "./walk/visitor.ts";

let browser: Browser;
let emails: { anybody?: undefined; newcomer: string; owner: string };
let ids: Record<string, string>;
beforeAll(async () => {
  if (!hasChromium) return;
  const [owner, newcomer] = await Promise.all([newCaller(), newCaller()]);
  emails = { owner: owner.person.email, newcomer: newcomer.person.email };
  const filled = await filledGame(owner);
  const { id: emptyGameId } = await emptyGame(owner, "Another");
  ids = { ...filled, emptyGame: emptyGameId };
  browser = await startBrowser();
});
afterAll(() => browser?.close());

// As wide as a desk's screen, and as a telephone's.
const WIDE = 1_440;
const NARROW = 360;
const LOOKS = [
  { width: WIDE, theme: "light", rules: "all" },
  { width: WIDE, theme: "dark", rules: "colours" },
  { width: NARROW, theme: "light", rules: "all but colours" },
] as const;

const WALKS = [
  { who: "anybody", sights: OUTSIDE },
  { who: "newcomer", sights: [NO_GAMES] },
  { who: "owner", sights: [...OF_A_PERSON, ...FILLED, ...EMPTY] },
] as const;

describe.skipIf(!hasChromium).each([WIDE, NARROW])("%s wide", (width) => {
  describe.each(WALKS)("as seen by $who", ({ who, sights }) => {
    let visit: Visitor;
    let tellFailure: () => Promise<void>;
    beforeAll(async () => {
      visit = await visitor(browser, { width }, (tell) => (tellFailure = tell));
      await visit.page.goto("/dashboard/sign-in");
      const email = emails[who];
      if (email !== undefined) await signIn(visit.page, email);
    });
    afterAll(() => visit?.context.close());

    test.for(sights)("$name is free of errors and can be used by everybody", async (sight) => {
      onTestFailed(() => tellFailure());
      const { page, faults } = visit;
      await goTo(page, { ...sight, path: pathOf(sight, ids) });
      for (const { theme, rules } of LOOKS.filter((look) => look.width === width)) {
        await turn(page, theme);
        expect(await seriousFindings(page, rules)).toEqual([]);
        expect(await isTooWide(page)).toBe(false);
        await picture(page, sight.name, `${theme}-${width}`);
      }
      await leave(page, sight);
      expect(faults.splice(0)).toEqual([]);
    });
  });
});
