const WIDTH = 40;

/** Draws a bar while work goes on: in place in a terminal, a single line elsewhere. */
export async function showProgress(
  label: string,
  total: number,
  work: (advance: (by: number) => void) => Promise<unknown>,
): Promise<void> {
  const startedAt = Date.now();
  let done = 0;
  const draw = () => {
    const filled = Math.min(WIDTH, Math.round((done / total) * WIDTH));
    const bar = "█".repeat(filled).padEnd(WIDTH, "░");
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
    return `${label.padEnd(20)} ${bar} ${seconds} s`;
  };
  const terminal = process.stdout.isTTY;
  await work((by) => {
    done += by;
    if (terminal) process.stdout.write(`\r${draw()}`);
  });
  process.stdout.write(`${terminal ? "\r" : ""}${draw()}\n`);
}
