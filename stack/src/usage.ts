/** The answer to `start --help`. */
export const USAGE = `npx -y pnpm@12.21.0 start [--fresh] [--port N] [--service-port N]

Runs the complete product on this machine until you press Ctrl-C: Postgres, Redis if available, the seven
services and the gateway. When the product is ready, the command prints the base URL, a live API key of a demo
game, the URLs of the documentation, the dashboard and the mailbox, and example requests. The data is kept for
the next start.

Options
  --fresh             Delete the data of earlier starts first.
  --port N            The port of the gateway. Default: 8080.
  --service-port N    The first of the seven gRPC ports of the services. Default: 7101. Each process has its
                      probes on a port that is higher by 100.
  -h, --help          Print this help and exit.

Environment
  DATABASE_URL        A Postgres server to use instead of the embedded one. Its role must be able to create
                      roles and schemas.
  REDIS_URL           A Redis server to use instead of the embedded one.
  TMS_QUEUE           Set it to "postgres" to run the queue on Postgres even if Redis is available.
  TMS_DATA_DIR        The data folder. Default: .data in the checkout.
  TMS_CACHE_DIR       The folder for downloads, which you can delete. Default: ~/.cache/tms.
  LOG_LEVEL           The level of the logs in the data folder: debug, info, warn or error. Default: warn.

Exit codes
  0                   Ctrl-C, SIGTERM or SIGHUP stopped the product, or the help was printed.
  1                   The product could not start, or a process exited too often. The last lines of the output
                      give the reason.

While the product is running, try: npx -y pnpm@12.21.0 demo, and npx -y pnpm@12.21.0 tms --help.
For details, see docs/start.md.`;
