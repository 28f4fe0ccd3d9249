import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatCallers } from "@tms/kit/callers/file";
import { openCallers } from "@tms/kit/callers/open";
import { createCallerToken, digestCallerToken } from "@tms/kit/callers/token";
import { connectTo } from "@tms/kit/rpc/client";
import { serveForTest } from "@tms/kit/testing/serve";
import { newId } from "@tms/kit/values/ids";
import { GameService } from "@tms/proto/tms/game/v1/game";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";

// A newer release has added one of its processes to the callers file, and was rolled back.

const [tournament, reporter, newcomer] = [0, 1, 2].map(createCallerToken) as [
  string,
  string,
  string,
];
const entryOf = (name: string, token: string) => ({ name, digests: [digestCallerToken(token)] });
const entries = [entryOf("tournament", tournament), entryOf("reporter", reporter)];

async function callersFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "tms-callers-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, "callers.json");
  await writeFile(file, formatCallers(entries));
  return file;
}

test("a service starts beside a caller that it does not know, warns of it once, and lets it call nothing", async () => {
  const file = await callersFile();
  const warnings: { callers?: string[] }[] = [];
  const note = (line: string) => {
    const entry = JSON.parse(line) as { msg: string; callers?: string[] };
    if (entry.msg.startsWith("this release does not know")) warnings.push(entry);
  };
  const service = await serveForTest(
    async (log, shutdown) => ({
      services: [GameService],
      routes: (router) => router.service(GameService, { getGame: () => ({}) }),
      ready: async () => true,
      callers: await openCallers(file, log, shutdown),
    }),
    pino({ level: "warn" }, { write: note }),
  );
  onTestFinished(() => service.close());
  const outcome = (token: string) =>
    connectTo(GameService, service.url, token)
      .getGame({ gameId: newId() })
      .then(
        () => "served",
        (error: { reason: string }) => error.reason,
      );
  expect(await outcome(tournament)).toBe("served");
  expect(await outcome(reporter)).toBe("CALLER_NOT_ALLOWED");
  expect(warnings).toEqual([expect.objectContaining({ callers: ["reporter"] })]);

  // A change of the file beside it is taken as ever, and says nothing new of it.
  await writeFile(`${file}.new`, formatCallers([...entries, entryOf("entry", newcomer)]));
  await rename(`${file}.new`, file);
  await expect.poll(() => outcome(newcomer)).toBe("CALLER_NOT_ALLOWED");
  expect(warnings).toHaveLength(1);
});
