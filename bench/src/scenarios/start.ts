import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { repository } from "@tms/stack/paths";
import { makeScratchOnDisk } from "@tms/stack/testing/scratch";
import type { Bench } from "../bench.ts";
import { memoryByKind, together, type Memory } from "../measure/processes.ts";
import type { Scenario } from "../scenario.ts";
import { ownStart, type StartFolders } from "../system/own-start.ts";

// The dashboard belongs to the checkout, and others may be looking at it: a small run leaves it.
const SIZES = { full: { builds: true, restMs: 5_000 }, smoke: { builds: false, restMs: 0 } };
const MIB = 1_024 ** 2;
const PRIMARY = "seconds";

export const start: Scenario = {
  name: "start",
  title: "From `start` to the first request that it can serve",
  primary: PRIMARY,
  ratios: [["cold", "warm"]],
  onRequest: true,
  async run(bench) {
    for (let round = 0; round < bench.rounds; round++) {
      const scratch = await makeScratchOnDisk("start");
      const folders = { data: join(scratch.folder, "data"), cache: join(scratch.folder, "cache") };
      try {
        if (SIZES[bench.scale].builds) await forgetDashboard();
        await measure(bench, folders, "cold", round);
        await measure(bench, folders, "warm", round);
      } finally {
        await scratch.remove();
      }
    }
  },
};

/** Has the next start build the dashboard, as the first of a checkout does. */
const forgetDashboard = () => rm(join(repository, "dashboard/dist/.hash"), { force: true });

async function measure(
  bench: Bench,
  folders: StartFolders,
  series: "cold" | "warm",
  round: number,
): Promise<void> {
  const started = await ownStart(folders);
  try {
    bench.record({ point: "ready", series, round, values: { [PRIMARY]: started.seconds } });
    await setTimeout(SIZES[bench.scale].restMs);
    const memory = memoryByKind(started.processes());
    for (const [kind, held] of Object.entries({ ...memory, all: together(memory) }))
      bench.record({ point: kind, series, round, values: inMiB(held) });
  } finally {
    await started.stop();
  }
}

const inMiB = ({ resident, proportional }: Memory) => ({
  "resident MiB": resident / MIB,
  "proportional MiB": proportional / MIB,
});
