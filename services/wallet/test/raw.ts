import { openDatabase, type Db } from "@tms/kit/database/pool";
import { createLogger } from "@tms/kit/process/log";

/** A connection behind the service's back. */
export const connectRaw = (url: string): Db =>
  openDatabase({ url, poolSize: 1 }, "test", createLogger("test", "silent"));
