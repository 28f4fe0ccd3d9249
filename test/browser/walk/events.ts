import type { Page } from "playwright-core";
import { goTo } from "./game.ts";

/** Shows the events about the tournament that is open; returns how to read their types, the oldest first. */
export async function showEvents(page: Page): Promise<() => Promise<string[]>> {
  const id = /\/tournaments\/([^/?]+)/.exec(page.url())?.[1];
  if (id === undefined) throw new Error(`no tournament is shown at ${page.url()}`);
  await goTo(page, "Events");
  const filter = page.getByRole("textbox", { name: "Tournament's id" });
  await filter.fill(id);
  await filter.press("Enter");
  await page.waitForURL(`**/events?tournament=${id}`);
  const types = page.getByRole("table", { name: "Events" }).getByRole("code");
  return async () => (await types.allInnerTexts()).toReversed();
}
