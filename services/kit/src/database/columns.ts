import { bigint, timestamp } from "drizzle-orm/pg-core";

/** Defines a column for a time in UTC with milliseconds. */
export const moment = () => timestamp({ withTimezone: true, precision: 3 });

/** Defines a bigint column for an amount in minor units of a currency. */
export const minor = () => bigint({ mode: "bigint" });
