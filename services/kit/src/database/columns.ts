import { bigint, timestamp } from "drizzle-orm/pg-core";

/** A time in UTC with milliseconds. */
export const moment = () => timestamp({ withTimezone: true, precision: 3 });

/** An amount in minor units of a currency. */
export const minor = () => bigint({ mode: "bigint" });
