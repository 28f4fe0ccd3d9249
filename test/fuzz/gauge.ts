// Runs inside the processes under attack: on SIGUSR2 each process collects its garbage and prints, as a
// line of JSON, what it still holds.
process.on("SIGUSR2", () => {
  globalThis.gc?.();
  setImmediate(() => {
    globalThis.gc?.();
    const { heapUsed, external, rss } = process.memoryUsage();
    const handles = process.getActiveResourcesInfo().filter((name) => /TCP|Pipe/.test(name)).length;
    process.stdout.write(`${JSON.stringify({ gauge: { heapUsed, external, rss, handles } })}\n`);
  });
});
