import { mkdirSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { isRoot, dataDir } from "./paths.ts";
import { folderFailure, lockFolder } from "./folder/folder.ts";
import { clearDataFolder } from "./folder/fresh.ts";
import { listPorts, readOptions, USAGE } from "./options.ts";
import { buildPages } from "./pages.ts";
import { keepRunning, type Part } from "./process/keep-running.ts";
import { requireFreePort } from "./process/ports.ts";
import { writeSettings } from "./settings.ts";
import { StackError } from "./stack-error.ts";
import { openBacking } from "./system/backing.ts";
import { makeCallers, makeIdentityKeys } from "./system/credentials.ts";
import { demoGame, firstTournaments, inviteFirstOwner } from "./system/demo-game.ts";
import { byProcess, startSystem, type ProcessName, type System } from "./system/system.ts";
import { welcome } from "./welcome.ts";

// `start` runs the product on one machine until Ctrl-C.

const interruption = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.on(signal, () => interruption.abort());

// Servers that root starts run as another account, which must be able to enter their folders.
if (isRoot) process.umask(0o022);

process.exit(await main());

/** Runs the product until an interruption, or until a part cannot be restarted. Returns the exit code. */
async function main(): Promise<number> {
  const started = new AsyncDisposableStack();
  const keeping: Promise<void>[] = [];
  let code = 0;
  const fail = (error: unknown) => {
    printError(error);
    code = 1;
  };
  try {
    const parts = await start(started);
    for (const part of parts) keeping.push(keepRunning(part, interruption.signal, console.error));
    await Promise.all(keeping);
  } catch (error) {
    if (!interruption.signal.aborted) fail(error);
  }
  interruption.abort();
  // Restarts that are under way must end first.
  await Promise.allSettled(keeping);
  await started.disposeAsync().catch(fail);
  return code;
}

async function start(started: AsyncDisposableStack): Promise<Part[]> {
  const { help, fresh, ...places } = readOptions(process.argv.slice(2));
  if (help) {
    console.log(USAGE);
    return [];
  }
  const owners = listPorts(places);
  const folder = dataDir();
  const lock = await lockFolder(folder);
  started.defer(() => lock.release());
  for (const [port, name] of owners) await requireFreePort(port, `The ${name}`);
  if (fresh) await clear(folder);

  const { signal } = interruption;
  // The pages are built while Postgres starts.
  const pages = buildPages(signal).catch(
    warn("The dashboard or the documentation could not be built. Everything else works."),
  );
  const reserved = new Set(owners.keys());
  const backing = await openBacking(started, folder, { reserved, interruption: signal });
  const onLine = openLogs(join(folder, "logs"));
  const callers = await makeCallers(folder);
  const keys = await makeIdentityKeys(folder);
  await pages;
  const system = await startSystem({
    ...backing,
    ...places,
    callers,
    keys,
    env: { LOG_LEVEL: process.env["LOG_LEVEL"] ?? "warn" },
    onLine,
    interruption: signal,
  });
  started.defer(() => system.stop());
  const place = { ...system, token: callers.tokens.cli };
  const access = await demoGame(place, join(folder, "demo-game.json"));
  await writeSettings(folder, system, access, backing.adminUrl, callers);
  await firstTournaments({ ...access, baseUrl: system.gatewayUrl }).catch(
    warn("The example tournaments of the demo game could not be created."),
  );
  const invitation = await inviteFirstOwner(place, system.gatewayUrl, access.gameId);
  const lines = [...backing.described, `data in ${folder}`];
  console.log(welcome(system, access, invitation, lines));
  return [...backing.parts, ...partsOf(system)];
}

/** Deletes the data of earlier starts. Throws a StackError if DATABASE_URL or REDIS_URL is set. */
async function clear(folder: string): Promise<void> {
  const named = ["DATABASE_URL", "REDIS_URL"].find((name) => process.env[name]);
  if (named)
    throw new StackError(
      `\`start --fresh\` does not delete the data of the server in ${named}.`,
      `Unset ${named}, or delete the data yourself and run \`start\` without \`--fresh\`.`,
    );
  const kept = await clearDataFolder(folder);
  if (kept.length > 0)
    console.log(`Kept in ${folder} because start did not create them: ${kept.join(", ")}.`);
}

/** Opens an empty log file for each process. Lines are lost while the disk is full. */
function openLogs(folder: string): (name: ProcessName, line: string) => void {
  try {
    mkdirSync(folder, { recursive: true });
    const files = byProcess((name) => openSync(join(folder, `${name}.log`), "w"));
    return (name, line) => {
      try {
        writeSync(files[name], `${line}\n`);
      } catch {
        // The product must run without its logs.
      }
    };
  } catch (error) {
    throw folderFailure(folder, error);
  }
}

function warn(sentence: string): (error: unknown) => void {
  return (error) => {
    if (!interruption.signal.aborted)
      console.error(`${sentence} ${error instanceof Error ? error.message : String(error)}`);
  };
}

function partsOf({ processes, replicas, restart }: System): Part[] {
  const firsts = Array.from(processes.keys(), (name) => ({
    name: `The ${name}`,
    ended: async () => (await processes.get(name)?.exited) ?? { code: null, signal: null },
    startAgain: () => restart(name),
  }));
  const others = replicas.map((replica) => ({
    name: `The ${replica.name} on port ${replica.port}`,
    ended: () => replica.process.exited,
    startAgain: replica.restart,
  }));
  return [...firsts, ...others];
}

function printError(error: unknown): void {
  console.error(error instanceof StackError ? `\n${error.message}\n${error.hint}\n` : error);
}
