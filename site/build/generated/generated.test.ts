import { EVENT_TYPES, eventType } from "@tms/resources/event-types";
import { COMMANDS } from "@tms/sdk/cli";
import { expect, test } from "vitest";
import { readGuide } from "../guide.ts";

const guide = await readGuide();
const page = (name: string) => guide.find((one) => one.name === name);
const headingsOf = (name: string) => page(name)?.headings.map(({ text }) => text) ?? [];

test("the documentation has each type of event: when it is told and what it holds", () => {
  const headings = headingsOf("event-types");
  expect(headings.filter((text) => text.includes("."))).toEqual(EVENT_TYPES);
  for (const type of EVENT_TYPES) {
    const section = page("event-types")?.sections.find(({ heading }) => heading === type);
    const { when, data } = eventType(type);
    expect(section?.text).toContain(when.replaceAll("`", "").slice(0, 20));
    for (const field of Object.keys(data)) expect(section?.text).toContain(field);
  }
});

test("a table of the types of events leads to each of them", () => {
  const { html = "", headings = [] } = page("event-types") ?? {};
  const table = html.slice(0, html.indexOf("</table>"));
  const types = headings.filter(({ level }) => level === 3);
  for (const { id, text } of types) expect(table).toContain(`<a href="#${id}"><code>${text}`);
});

test("the documentation has each command of the command line, with all that it takes", () => {
  for (const { name, options = {}, examples } of COMMANDS) {
    const section = page("cli")?.sections.find(({ heading }) => heading === `tms ${name}`);
    for (const option of Object.keys(options)) expect(section?.text).toContain(`--${option}`);
    for (const example of examples) expect(section?.text).toContain(example);
  }
});
