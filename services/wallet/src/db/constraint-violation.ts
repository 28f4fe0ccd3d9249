import { sqlState } from "@tms/kit/database/errors";

/**
 * Whether a statement violated a constraint of the ledger, such as that an id stands for one transfer,
 * or was the victim of a deadlock with another batch. Nothing of it was recorded.
 */
export const isConstraintViolation = (error: unknown): boolean => /^(23|40)/.test(sqlState(error));
