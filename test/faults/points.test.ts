import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { repository } from "@tms/stack/paths";
import { until } from "@tms/stack/until";
import { expect, onTestFailed, test as base } from "vitest";
import { audit } from "../harness/audit.ts";
import { sample } from "../harness/sample.ts";
import { deathsIn, startCrashSystem, type CrashSystem } from "./crash-system.ts";
import { ENDINGS } from "./stories/endings.ts";
import { GAMES } from "./stories/games.ts";
import { MEMBERS } from "./stories/members.ts";
import { MONEY } from "./stories/money.ts";
import { PEOPLE } from "./stories/people.ts";
import { TOURNAMENTS } from "./stories/tournaments.ts";
import { WEBHOOKS } from "./stories/webhooks.ts";

const STORIES = [GAMES, TOURNAMENTS, MONEY, ENDINGS, PEOPLE, MEMBERS, WEBHOOKS].flat();

const DEATHS = STORIES.flatMap((story) =>
  deathsIn(story).map(({ process, ...fault }) => ({ story, process, fault, title: story.title })),
);

// No other step waits for these. They delete old rows weeks later, or re-encrypt a row after a change of keys.
const HOUSEKEEPING = ["events.forget", "retention.forget", "resealing.store"];

const test = base.extend("system", { scope: "file" }, async ({}, { onCleanup }) => {
  const system = await startCrashSystem();
  // If a check fails here, all tests are repeated. A repeat of the check alone would find nothing.
  onCleanup(() => checkAndStop(system));
  return system;
});

// The calls that make a write, with its name.
const WRITE =
  /\b(?:traced|transaction|readThenWrite|once|mutation|write|writeWithEvents)\(\s*(?:[^"()]*,\s*)?"([a-z-]+\.[a-z-]+)"/g;

test("has every durable step in a story", async () => {
  const uncovered = new Set<string>();
  for await (const file of glob("{gateway,services/*}/src/**/*.ts", { cwd: repository }))
    for (const [, step = ""] of (await readFile(join(repository, file), "utf8")).matchAll(WRITE))
      uncovered.add(step);
  for (const { fault } of DEATHS) uncovered.delete(fault.point);
  expect([...uncovered].toSorted()).toEqual(HOUSEKEEPING.toSorted());
});

test.for(sample(DEATHS, 20))(
  "completes $title when $process dies $fault.side $fault.point ($fault.nth)",
  async ({ story, process, fault }, { system }) => {
    onTestFailed(() => system.disarm(process));
    const { act, mend, check } = await story.scene(system);
    system.arm(process, fault);
    const cutOff = act();
    expect(await system.died(process)).toEqual(fault);
    // A caller may wait for as long as the process is away.
    await Promise.all([cutOff, system.startAgain(process)]);
    await until(act, { timeoutMs: 60_000, everyMs: 50, what: "an answer" });
    await mend?.();
    await check();
  },
);

/** Checks that the data of the services agrees, and that every passed point is in a story. */
async function checkAndStop(system: CrashSystem): Promise<void> {
  try {
    await audit(system.adminUrl);
    const known = new Set(DEATHS.map(({ process, fault }) => `${process}: ${fault.point}`));
    expect([...(await system.passed())].filter((point) => !known.has(point))).toEqual([]);
  } finally {
    await system.stop();
  }
}
