import type { Browser } from "playwright-core";
import { afterAll, beforeAll, test } from "vitest";
import { hasChromium, startBrowser } from "../harness/browser.ts";
import { signIn, signOut } from "./walk/account.ts";
import { emptyGame, filledGame, newCaller, type FilledGame } from "./walk/filled-game.ts";
import { goTo, isTooWide, leave, picture, seriousFindings, THEMES, turn } from "./walk/look.ts";
import { emptySights, filledSights, OF_A_PERSON, OUTSIDE, type Sight } from "./walk/sights.ts";
import { visitor } from "./walk/visitor.ts";

let browser: Browser;
let owner: { email: string; filled: FilledGame; emptyId: string };
let newcomer: { email: string };
beforeAll(async () => {
  if (!hasChromium) return;
  const [caller, other] = await Promise.all([newCaller(), newCaller()]);
  const filled = await filledGame(caller);
  const { id: emptyId } = await emptyGame(caller, "Another");
  owner = { email: caller.person.email, filled, emptyId };
  newcomer = other.person;
  browser = await startBrowser();
});
afterAll(() => browser?.close());

// As wide as a desk's screen, and as a telephone's, whose dark theme has no colours but those of the first.
const LOOKS = [
  { width: 1_440, themes: THEMES },
  { width: 360, themes: ["light"] },
] as const;

const NO_GAMES: Sight = { name: "no-games", path: "/", shows: "Create your first game" };

// Some seventy pages at a time; a machine with other work on its hands takes several times as long.
const TIME = { timeout: 600_000 };

test.skipIf(!hasChromium).concurrent.for(LOOKS)(
  "every page is free of errors and can be used by everybody, $width wide",
  TIME,
  async ({ width, themes }, { expect, onTestFailed }) => {
    const { page, context, faults } = await visitor(browser, { width }, onTestFailed);
    const found: string[] = [];
    async function lookAt(sights: readonly Sight[]): Promise<void> {
      for (const sight of sights) {
        await goTo(page, sight);
        for (const theme of themes) {
          await turn(page, theme);
          found.push(...(await seriousFindings(page, theme)));
          if (await isTooWide(page)) found.push(`${page.url()} is wider than its window`);
          await picture(page, sight.name, `${theme}-${width}`);
        }
        await leave(page, sight);
      }
    }
    await page.goto("/dashboard/sign-in");
    await lookAt(OUTSIDE);
    await page.goto("/dashboard/");
    await signIn(page, newcomer.email);
    await lookAt([NO_GAMES]);
    await signOut(page);
    await signIn(page, owner.email);
    const { filled, emptyId } = owner;
    await lookAt([...OF_A_PERSON, ...filledSights(filled), ...emptySights(emptyId)]);
    expect(found).toEqual([]);
    expect(faults).toEqual([]);
    await context.close();
  },
);
