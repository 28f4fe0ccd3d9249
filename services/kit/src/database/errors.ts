import { DrizzleQueryError } from "drizzle-orm";
import pg from "pg";

/** What the driver threw, whether the failed query was built or written. */
export function driverError(error: unknown): unknown {
  return error instanceof DrizzleQueryError ? error.cause : error;
}

/** The SQLSTATE of a failed query, or an empty text. */
export function sqlState(error: unknown): string {
  const cause = driverError(error);
  return cause instanceof pg.DatabaseError ? (cause.code ?? "") : "";
}

/** The constraint a query ran into, or an empty text. */
export function violatedConstraint(error: unknown): string {
  const cause = driverError(error);
  return cause instanceof pg.DatabaseError ? (cause.constraint ?? "") : "";
}
