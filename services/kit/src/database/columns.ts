import { bigint, timestamp } from "drizzle-orm/pg-core";

/** A moment in UTC, to the millisecond, as a Date can hold it. */
export const moment = () => timestamp({ withTimezone: true, precision: 3 });

/** An amount in minor units of a currency: exact, never a double. */
export const minor = () => bigint({ mode: "bigint" });
