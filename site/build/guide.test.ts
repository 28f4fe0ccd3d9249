import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EVENT_TYPES, eventType } from "@tms/resources/event-types";
import { COMMANDS } from "@tms/sdk/cli";
import { expect, onTestFinished, test } from "vitest";
import { readGuide, readProblems } from "./guide.ts";
import { ALL_PAGES, GUIDE } from "./map.ts";

const guide = await readGuide();

/** Returns a copy of the guide in which a file has another text. */
async function guideWith(file: string, text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "guide-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(GUIDE, folder, { recursive: true });
  await writeFile(join(folder, file), text);
  return folder;
}

test("gives each page a title and a description", () => {
  expect(guide.map(({ name }) => name)).toEqual(ALL_PAGES);
  for (const { address, title, description } of [...guide, ...readProblems()])
    expect([address, title.length > 2, description.length > 20]).toEqual([address, true, true]);
});

test("refuses a page that is missing in the map", async () => {
  const folder = await guideWith("forgotten.md", "# Forgotten\n\nA page.\n");
  await expect(readGuide(folder)).rejects.toThrow("forgotten");
});

test.for(["nowhere.md", "money.md#no-such-heading", "#no-such-heading", "../operations.md", "//x"])(
  "refuses a link to %s",
  async (link) => {
    const folder = await guideWith("changelog.md", `# Changelog\n\n[Link](${link})\n`);
    await expect(readGuide(folder)).rejects.toThrow(`changelog.md -> ${link}`);
  },
);

test("writes no styles and scripts into pages", () => {
  for (const { html } of [...guide, ...readProblems()])
    expect(html).not.toMatch(/ style=| on[a-z]+=|<script|<style/);
});

test("says where variables come from on pages whose samples read them", () => {
  const noted = guide.filter(({ html }) => html.includes("The samples use environment variables."));
  const names = noted.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["requests", "money"]));
  expect(names).not.toContain("cli");
});

const getSection = (page: string, heading: string) =>
  guide.find(({ name }) => name === page)?.sections.find((one) => one.heading === heading)?.text;

test("lists each type of event, with a link, its occasion and its fields", () => {
  const { html = "", sections = [] } = guide.find(({ name }) => name === "event-types") ?? {};
  const types = sections.filter(({ level }) => level === 3);
  expect(types.map(({ heading }) => heading).toSorted()).toEqual(EVENT_TYPES.toSorted());
  const table = html.slice(0, html.indexOf("</table>"));
  for (const { id, heading } of types) expect(table).toContain(`<a href="#${id}"><code>${heading}`);
  for (const type of EVENT_TYPES) {
    const section = getSection("event-types", type);
    const { when, data } = eventType(type);
    expect(section).toContain(when.replaceAll("`", "").slice(0, 20));
    for (const field of Object.keys(data)) expect(section).toContain(field);
  }
});

test("lists each command, with its options and examples", () => {
  for (const { name, options = {}, examples } of COMMANDS) {
    const section = getSection("cli", `tms ${name}`);
    for (const option of Object.keys(options)) expect(section).toContain(`--${option}`);
    for (const example of examples) expect(section).toContain(example);
  }
});
