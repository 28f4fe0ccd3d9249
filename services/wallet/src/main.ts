import { createRetention, REQUESTS } from "@tms/kit/database/retention";
import { stagedEvents } from "@tms/kit/metrics/backlog";
import { runService } from "@tms/kit/process/run-service";
import { WalletService } from "@tms/proto/tms/wallet/v1/wallet";
import { readConfig } from "./config.ts";
import { createContext } from "./context.ts";
import { routes } from "./routes.ts";

await runService({
  name: "wallet",
  services: [WalletService],
  readConfig,
  createContext,
  routes,
  metrics: ({ db }) => [stagedEvents(db)],
  background: ({ db, log, publisher }) => ({
    "the publisher": publisher.start(),
    retention: createRetention(db, log, [REQUESTS]).start(),
  }),
});
