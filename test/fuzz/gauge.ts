// Runs inside the processes under attack: on SIGUSR2 each collects its garbage and says, as a
// line of JSON, what is left, and for how long at most nobody else had a turn since the last time.
const LOOK_EVERY_MS = 10;

let longest = 0;
let last = process.threadCpuUsage();

// Of this thread's own work: however busy the machine is, waiting for it is nobody's fault.
function look(): void {
  const { user, system } = process.threadCpuUsage(last);
  longest = Math.max(longest, (user + system) / 1_000 - LOOK_EVERY_MS);
  last = process.threadCpuUsage();
}

setInterval(look, LOOK_EVERY_MS).unref();

process.on("SIGUSR2", () => {
  look();
  const stallMs = Math.round(longest);
  globalThis.gc?.();
  setImmediate(() => {
    globalThis.gc?.();
    const { heapUsed, external, rss } = process.memoryUsage();
    const handles = process.getActiveResourcesInfo().filter((name) => /TCP|Pipe/.test(name)).length;
    const gauge = { heapUsed, external, rss, handles, stallMs };
    process.stdout.write(`${JSON.stringify({ gauge })}\n`);
    last = process.threadCpuUsage();
    longest = 0;
  });
});
