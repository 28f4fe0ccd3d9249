import { createShutdown, type Shutdown } from "./shutdown.ts";
import { ConfigError, type ProcessConfig } from "./config.ts";
import { createLogger, type Logger } from "./log.ts";
import { createMetrics, type Metrics } from "../metrics/registry.ts";
import { watchAuthority } from "../rpc/tls.ts";
import { startTracing } from "../tracing/start.ts";

// The maximum duration of a shutdown. Orchestrators wait longer before they kill a process.
const STOP_LIMIT_MS = 15_000;

/**
 * Shuts the process down with exit code 0 on SIGTERM and SIGINT, and with exit code 1 on unhandled errors. A
 * shutdown of more than 15 seconds ends with exit code 1. With TMS_EXIT_WITH_PARENT=1, the end of standard
 * input also shuts the process down, so that a child does not outlive its supervisor.
 */
export function stopOnSignals(shutdown: Shutdown, log: Logger): void {
  let stopping = false;
  const stop = async (why: string, exitCode: number) => {
    if (stopping) return;
    stopping = true;
    log.info({ why }, "stopping");
    setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref();
    await shutdown.run();
    log.info("stopped");
    process.exit(exitCode);
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    process.on(signal, () => void stop(signal, 0));
  for (const event of ["uncaughtException", "unhandledRejection"] as const)
    process.on(event, (error: unknown) => {
      log.fatal({ err: error }, event);
      void stop(event, 1);
    });
  if (process.env["TMS_EXIT_WITH_PARENT"] === "1") {
    for (const event of ["end", "error"])
      process.stdin.on(event, () => void stop("the parent process exited", 0));
    process.stdin.resume();
  }
}

export async function runMain(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    console.error(error instanceof ConfigError ? error.message : error);
    process.exit(1);
  }
}

/** Runs a process. Invalid settings or a failed start end the process with a message and exit code 1. */
export async function runProcess<
  C extends Pick<ProcessConfig, "logLevel" | "tlsFolder" | "tracing">,
>(
  name: string,
  readConfig: () => C,
  start: (parts: { config: C; log: Logger; shutdown: Shutdown; metrics: Metrics }) => Promise<void>,
): Promise<void> {
  await runMain(async () => {
    const config = readConfig();
    const log = createLogger(name, config.logLevel);
    const shutdown = createShutdown(log);
    stopOnSignals(shutdown, log);
    if (config.tlsFolder !== "") await watchAuthority(config.tlsFolder, log, shutdown);
    if (config.tracing) await startTracing(name, config.tracing, log, shutdown);
    await start({ config, log, shutdown, metrics: createMetrics(name) });
  });
}
