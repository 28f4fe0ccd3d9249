import { readFileSync } from "node:fs";

// Preloaded into every process: SIGUSR2 shifts its clock by the milliseconds in the file CHAOS_CLOCK.
// Timers and the monotonic clock are not affected.
const RealDate = Date;
let offsetMs = 0;

class SkewedDate extends RealDate {
  constructor(...args: [] | ConstructorParameters<typeof RealDate>) {
    if (args.length === 0) super(RealDate.now() + offsetMs);
    else super(...args);
  }
  static override now(): number {
    return RealDate.now() + offsetMs;
  }
}

globalThis.Date = SkewedDate as DateConstructor;
process.on("SIGUSR2", () => {
  offsetMs = Number(readFileSync(process.env["CHAOS_CLOCK"] ?? "", "utf8"));
});
