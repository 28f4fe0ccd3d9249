import pg from "pg";

const readAny: (text: string) => Date = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ);
const UTC = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/;

/**
 * Reads a time as Postgres writes it. In UTC its form is nearly ISO 8601, which JavaScript reads
 * twice as fast as anything else; a page of standings has a hundred and fifty times.
 */
export const readPostgresTime = (text: string): Date =>
  UTC.test(text) ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : readAny(text);
