import { DrizzleQueryError } from "drizzle-orm";
import pg from "pg";

/** Returns the driver's error, without the error of the query builder around it. */
export function driverError(error: unknown): unknown {
  return error instanceof DrizzleQueryError ? error.cause : error;
}

export function sqlState(error: unknown): string {
  const cause = driverError(error);
  return cause instanceof pg.DatabaseError ? (cause.code ?? "") : "";
}

export function violatedConstraint(error: unknown): string {
  const cause = driverError(error);
  return cause instanceof pg.DatabaseError ? (cause.constraint ?? "") : "";
}
