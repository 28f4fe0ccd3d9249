import { sqlState } from "@tms/kit/database/errors";

/**
 * Whether the database turned a statement down for what is in it: an invariant of the ledger, such
 * as that an id stands for one transfer, or a deadlock with another batch.
 */
export const turnedDown = (error: unknown): boolean => /^(23|40)/.test(sqlState(error));
