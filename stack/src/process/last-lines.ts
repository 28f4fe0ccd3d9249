/** The last lines of a log that say anything. */
export function lastLines(log: string, count: number): string {
  const lines = log.split("\n").filter((line) => line.trim() !== "");
  return lines.slice(-count).join("\n");
}
