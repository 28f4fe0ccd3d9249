import { join } from "node:path";
import { parseBlocks } from "@tms/site/fence";
import { expect, test } from "vitest";
import { scene, Start } from "../start/start-process.ts";
import { projectWithSdk } from "../sdk/published.ts";
import { differences } from "./answers.ts";
import { pages, type Page } from "./pages.ts";
import { paste } from "./paste.ts";

test("runs every sample of the documentation beside a running start", async () => {
  const { folder, ports } = await scene();
  const start = new Start(join(folder, ".data"), ports);
  // Samples of the SDK find it as a reader's backend does.
  await Promise.all([projectWithSdk(folder), start.running()]);
  async function check(...queue: Page[]): Promise<void> {
    for (const page of queue) {
      const printed = paste(page.script, folder).then((text) => differences(page, text));
      await expect.soft(printed, page.name).resolves.toEqual([]);
    }
  }
  const all = await pages();
  // The pages of the guide share a game, so they run one after another. Audits run when it rests.
  const audits = all.filter(({ script }) => / tms audit\b/.test(script));
  const others = all.filter((page) => !audits.includes(page));
  const isGuide = ({ name }: Page) => name.startsWith("docs/guide/");
  await Promise.all([
    check(...others.filter(isGuide)),
    check(...others.filter((page) => !isGuide(page))),
  ]);
  await Promise.all(audits.map((page) => check(page)));
}, 400_000);

const FENCE = "```";

test.for(["sh", "ts", "json", 'sh tab="curl"', 'sh not-run=""', "sh run answer", "sh runs"])(
  "refuses a block that begins with %j, since it does not say whether it runs",
  (info) => {
    const text = `# Page\n\n${FENCE}${info}\nx\n${FENCE}\n`;
    expect(() => parseBlocks("page.md", text)).toThrow("page.md");
  },
);
