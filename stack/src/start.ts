import { join } from "node:path";
import { openBacking } from "./system/backing.ts";
import { makeCallers } from "./system/callers.ts";
import { makeIdentityKeys } from "./system/keys.ts";
import { firstTournaments } from "./demo/first-tournaments.ts";
import { demoGame } from "./system/demo-game.ts";
import { inviteFirstOwner } from "./system/invite-owner.ts";
import { keepRunning, type Part } from "./keep-running.ts";
import { lockFolder } from "./folder/lock.ts";
import { openLogFiles } from "./log-files.ts";
import { readOptions } from "./options.ts";
import { buildPages } from "./pages/build.ts";
import { dataDir } from "./paths.ts";
import { renew } from "./system/renew.ts";
import { requireStartable } from "./system/require-startable.ts";
import { writeSettings } from "./settings.ts";
import { StackError } from "./stack-error.ts";
import { PROCESSES, startSystem, type System } from "./system/system.ts";
import { USAGE } from "./usage.ts";
import { welcome } from "./welcome.ts";

// `pnpm start`: the whole product on one machine, until Ctrl-C.

// Ends what is still starting, and begins the end of what runs.
const interruption = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.on(signal, () => interruption.abort());

process.exit(await main());

async function main(): Promise<number> {
  // Ends what was started, the last first.
  const started = new AsyncDisposableStack();
  const codes = [await run(started), await stop(started)];
  return Math.max(...codes);
}

/** Starts everything and keeps it running until it is interrupted or of no use. */
async function run(started: AsyncDisposableStack): Promise<number> {
  const keeping: Promise<void>[] = [];
  try {
    const parts = await start(started);
    for (const part of parts) keeping.push(keepRunning(part, interruption.signal, console.error));
    await Promise.all(keeping);
    return 0;
  } catch (error) {
    if (interruption.signal.aborted) return 0;
    tell(error);
    return 1;
  } finally {
    interruption.abort();
    // Parts that are being started again are ended first.
    await Promise.allSettled(keeping);
  }
}

async function stop(started: AsyncDisposableStack): Promise<number> {
  try {
    await started.disposeAsync();
    return 0;
  } catch (error) {
    tell(error);
    return 1;
  }
}

async function start(started: AsyncDisposableStack): Promise<Part[]> {
  const { help, fresh, ports, probePorts } = readOptions(process.argv.slice(2));
  if (help) {
    console.log(USAGE);
    return [];
  }
  const folder = dataDir();
  const lock = await lockFolder(folder);
  started.defer(() => lock.release());
  await requireStartable(folder, { ports, probePorts });
  if (fresh) await renew(folder, console.log);

  const { signal } = interruption;
  // Beside Postgres, which takes longer to come up.
  const pages = settled(buildPages(signal));
  const reserved = new Set([...Object.values(ports), ...Object.values(probePorts)]);
  const backing = await openBacking({
    dataDir: folder,
    durable: true,
    reserved,
    interruption: signal,
  });
  started.defer(() => backing.stop());
  const logs = await openLogFiles(join(folder, "logs"), PROCESSES);
  const callers = await makeCallers(folder);
  const keys = await makeIdentityKeys(folder);
  const unbuilt = await pages;
  if (unbuilt !== undefined && !signal.aborted)
    console.error(
      `The dashboard or the documentation could not be built. Everything else works. ${unbuilt.message}`,
    );
  const system = await startSystem({
    ...backing,
    ports,
    probePorts,
    callers,
    keys,
    env: { LOG_LEVEL: process.env["LOG_LEVEL"] ?? "warn" },
    onLine: (name, line) => logs.write(name, line),
    interruption: signal,
  });
  started.defer(() => system.stop());
  const place = { ...system, token: callers.tokens.cli };
  const access = await demoGame(place, join(folder, "demo-game.json"));
  await writeSettings(folder, system, access, backing, callers);
  const empty = await settled(firstTournaments({ ...access, baseUrl: system.gatewayUrl }));
  if (empty !== undefined && !signal.aborted)
    console.error(
      `The example tournaments of the demo game could not be created. ${empty.message}`,
    );
  const invitation = await inviteFirstOwner(place, system.gatewayUrl, access.gameId);
  const lines = [...backing.described, `data in ${folder}`];
  console.log(welcome(system, access, { invitation, lines }));
  return [...backing.parts, ...partsOf(system)];
}

/** What a promise failed with, once it is settled; undefined when it did not fail. */
async function settled(promise: Promise<void>): Promise<Error | undefined> {
  try {
    await promise;
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function partsOf({ processes, restart }: System): Part[] {
  return Array.from(processes.keys(), (name) => ({
    name: `The ${name}`,
    ended: async () => (await processes.get(name)?.exited) ?? { code: null, signal: null },
    startAgain: () => restart(name),
  }));
}

function tell(error: unknown): void {
  console.error(error instanceof StackError ? `\n${error.message}\n${error.hint}\n` : error);
}
