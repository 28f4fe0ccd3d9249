import { afterAll, beforeAll, describe, expect, onTestFailed, test } from "vitest";
import { until } from "@tms/stack/until";
import { audit } from "../../harness/audit.ts";
import { BEGINNINGS } from "./beginnings-table.ts";
import { CLOCK } from "./clock.ts";
import { BATCHES, CANCELLATIONS, SETTLEMENTS } from "./endings-table.ts";
import { MEMBERS } from "./members.ts";
import { PEOPLE } from "./people.ts";
import { casesOf, type Row } from "./row.ts";
import type { Story } from "./story.ts";
import { TOLD } from "./told.ts";
import { WEBHOOKS } from "./webhooks.ts";
import { startCrashSystem, type CrashSystem } from "./system.ts";

/** Every story, and so every point there is. */
export const TABLE: readonly Row[] = [
  ...BEGINNINGS,
  ...CANCELLATIONS,
  ...SETTLEMENTS,
  ...BATCHES,
  ...PEOPLE,
  ...MEMBERS,
  ...TOLD,
  ...CLOCK,
  ...WEBHOOKS,
];

/** Describes stories, each cut off at each of its points, and told to its end all the same. */
export function describeCutOff(rows: readonly Row[]): void {
  let system: CrashSystem;
  beforeAll(async () => {
    system = await startCrashSystem();
  });
  afterAll(() => system?.stop());

  describe.each(rows)("$title", (row) => {
    test.for(casesOf(row))("$process dies $side $point ($nth)", async ({ process, ...fault }) => {
      onTestFailed(() => system.disarm(process));
      const story = await row.scene(system);
      system.arm(process, fault);
      const cutOff = story.act();
      expect(await system.died(process)).toEqual(fault);
      // Whoever asked may wait for as long as the process is away.
      await Promise.all([cutOff, system.startAgain(process)]);
      await tell(story);
    });
  });

  test("the data of all services agrees after all these deaths", async () => {
    await audit(system.adminUrl);
  });

  test("every point that was come by is in the table, and every write has a name", async () => {
    const known = new Set(
      TABLE.flatMap(casesOf).map(({ process, point }) => `${process}: ${point}`),
    );
    expect([...(await system.passed())].filter((point) => !known.has(point))).toEqual([]);
  });
}

/** Tells a story to its end, as a client that asks again until it is answered. */
async function tell(story: Story): Promise<void> {
  await until(() => story.act(), { timeoutMs: 60_000, everyMs: 50, what: "an answer" });
  await story.mend?.();
  await story.check();
}
