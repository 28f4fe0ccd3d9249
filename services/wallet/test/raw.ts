import { openPool, type Pool } from "@tms/kit/database/pool";
import { createLogger } from "@tms/kit/process/log";

/** A connection behind the service's back. */
export const connectRaw = (url: string): Pool =>
  openPool({ url, poolSize: 1 }, "test", createLogger("test", "silent"));
