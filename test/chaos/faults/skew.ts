import { PROCESSES } from "@tms/stack/system/system";
import type { Fault } from "./fault.ts";

const HOUR_MS = 3_600_000;

/** A process's clock is set wrong: Postgres decides about time, so nothing may come of it. */
export const skew: Fault = {
  weight: 2,
  draw: (random) => ({
    target: random.pick(PROCESSES),
    amountMs: random.int(-HOUR_MS, HOUR_MS),
  }),
  async begin({ setClock }, { target, amountMs }) {
    const process = PROCESSES.find((name) => name === target);
    if (process === undefined) throw new Error(`nobody is called ${target}`);
    await setClock(process, amountMs);
    return () => setClock(process, 0);
  },
};
