import { join } from "node:path";
import { blocksOf } from "@tms/site/markdown/fence";
import { expect, test } from "vitest";
import { scene, Start } from "../start/start-process.ts";
import { projectWithSdk } from "../sdk/published.ts";
import { differences } from "./answers.ts";
import { guidePage, pages } from "./pages.ts";
import { paste } from "./paste.ts";

test("every sample of the documentation works when pasted beside a running start", async () => {
  const { folder, ports } = await scene();
  const start = new Start(join(folder, ".data"), ports);
  // Samples of the SDK find it as a reader's backend does.
  await projectWithSdk(folder);
  await start.running();
  for (const page of await pages())
    await expect
      .soft(
        paste(page.script, folder).then((printed) => differences(page, printed)),
        page.name,
      )
      .resolves.toEqual([]);
}, 400_000);

const FENCE = "```";
const page = (info: string, code = "x") => `# Page\n\n${FENCE}${info}\n${code}\n${FENCE}\n`;

test.for(["sh", "ts", "json", 'sh tab="curl"', 'sh not-run=""', "sh run answer", "sh runs"])(
  "a page with a block that begins with %j fails",
  (info) => {
    expect(() => blocksOf("page.md", page(info))).toThrow("page.md");
  },
);

test("a block says that it runs, what it answers, or why it does not run", () => {
  const text = page("sh run") + page("json answer", "{}") + page('ts not-run="the reader\'s own"');
  const { answers, script } = guidePage("page.md", blocksOf("page.md", text));
  expect(answers).toEqual([{ sample: 0, json: "{}\n" }]);
  expect(script.split("\n").filter((line) => line === "x")).toHaveLength(1);
});

test("an answer that has another form than the page shows is noticed", () => {
  const shown = `{"entry":{"gamer":"0197","rank":3,"provisional":true},"list":[{"id":"0197"}]}`;
  const of = (printed: string) =>
    differences({ name: "", script: "", answers: [{ sample: 0, json: shown }] }, printed);
  const real = {
    entry: { gamer: "0198", rank: 3, provisional: false, more: 1 },
    list: [{ id: "" }],
  };
  expect(of(`{"before":1}\n${JSON.stringify(real)}`)).toEqual([]);
  expect(of("nothing")).toEqual(["sample 0 printed no JSON"]);
  expect(of(JSON.stringify({ ...real, list: [] }))).toEqual(["sample 0/list is shorter"]);
  expect(of(JSON.stringify({ ...real, entry: { gamer: 1, rank: 4 } }))).toEqual([
    "sample 0/entry/gamer is 1",
    "sample 0/entry/rank is 4",
    "sample 0/entry has no provisional",
  ]);
});
