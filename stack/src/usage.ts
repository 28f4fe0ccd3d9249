/** The answer to `start --help`. */
export const USAGE = `npx -y pnpm@12.21.0 start [--fresh] [--port N] [--service-port N]

Runs the whole product on this machine until Ctrl-C: Postgres, Redis where it can be had, the seven
services and the gateway. Once everything runs it prints the base URL, a live API key of a demo game,
the addresses of the API's documentation, the dashboard and the mailbox, and lines to paste. The data
stays for the next start.

Options
  --fresh             begins anew, without the data of earlier starts
  --port N            the gateway's port; 8080
  --service-port N    the first of the services' seven ports for gRPC; 7101. Their probes are 100 above
  -h, --help          prints this and starts nothing

Environment
  DATABASE_URL        a Postgres to use instead of the embedded one, as a role that may create roles
                      and schemas
  REDIS_URL           a Redis to use instead of one of its own
  TMS_QUEUE           "postgres" lets the queue run on Postgres even where there is a Redis
  TMS_DATA_DIR        where the data lies; .data in the checkout
  TMS_CACHE_DIR       where downloads lie, which can be had again; ~/.cache/tms
  LOG_LEVEL           what the logs in the data folder hold: debug, info, warn or error; warn

Exit codes
  0                   it was stopped by Ctrl-C, SIGTERM or SIGHUP, or only asked for help
  1                   it could not start, or a process kept ending; the last lines say why

With the stack running: npx -y pnpm@12.21.0 demo, and npx -y pnpm@12.21.0 tms --help.
More is in docs/start.md.`;
