import { createRetention } from "@tms/kit/database/retention";
import { runService } from "@tms/kit/process/run-service";
import { EventService } from "@tms/proto/tms/event/v1/event";
import { readConfig } from "./config.ts";
import { createContext } from "./context.ts";
import { createEventRetention } from "./db/old-events.ts";
import { routes } from "./routes.ts";

await runService({
  name: "events",
  services: [EventService],
  readConfig,
  createContext,
  routes,
  background: ({ db, log }) => ({
    "event retention": createEventRetention(db, log).start(),
    retention: createRetention(db, log, [{ table: "event_gate", where: "over" }]).start(),
  }),
});
