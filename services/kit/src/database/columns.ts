import { bigint, timestamp } from "drizzle-orm/pg-core";

export const moment = () => timestamp({ withTimezone: true, precision: 3 });

/** Defines a bigint column for an amount in minor units of a currency. */
export const minor = () => bigint({ mode: "bigint" });
