import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { GUIDE, readGuide } from "./guide.ts";
import { ALL_PAGES } from "./map.ts";

/** A copy of the guide, with a file of another text. */
async function guideWith(file: string, text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "guide-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(GUIDE, folder, { recursive: true });
  await writeFile(join(folder, file), text);
  return folder;
}

test("every page has a title, and says first what it is for", async () => {
  const pages = await readGuide();
  expect(pages.map(({ name }) => name)).toEqual(ALL_PAGES);
  for (const { name, title, description } of pages)
    expect([name, title.length > 2, description.length > 30]).toEqual([name, true, true]);
});

test("a page that is on no map fails the build", async () => {
  const folder = await guideWith("forgotten.md", "# Forgotten\n\nNobody finds it.\n");
  await expect(readGuide(folder)).rejects.toThrow("forgotten");
});

test.for(["nowhere.md", "money.md#no-such-heading", "#no-such-heading", "../operations.md", "//x"])(
  "a link to %s fails the build",
  async (link) => {
    const folder = await guideWith("changelog.md", `# Changelog\n\n[Link](${link})\n`);
    await expect(readGuide(folder)).rejects.toThrow(`changelog.md -> ${link}`);
  },
);

test("pages have no style or script that stands in them", async () => {
  for (const { html } of await readGuide()) {
    expect(html).not.toMatch(/ style=| on[a-z]+=|<script|<style/);
  }
});
