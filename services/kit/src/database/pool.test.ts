import pg from "pg";
import { expect, test } from "vitest";
import { parsePostgresTime } from "./pool.ts";

const readAny: (text: string) => Date = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ);

test.for([
  ["2026-11-22 06:47:06+00", "2026-11-22T06:47:06.000Z"],
  ["2026-11-22 06:47:06.5+00", "2026-11-22T06:47:06.500Z"],
  ["2026-11-22 06:47:06.123+00", "2026-11-22T06:47:06.123Z"],
  ["2026-11-22 06:47:06.123456+00", "2026-11-22T06:47:06.123Z"],
  ["1969-12-31 23:59:59.999+00", "1969-12-31T23:59:59.999Z"],
  ["0050-03-01 00:00:00+00", "0050-03-01T00:00:00.000Z"],
  ["2026-11-22 06:47:06.25+05:30", "2026-11-22T01:17:06.250Z"],
  ["2026-11-22 06:47:06-08", "2026-11-22T14:47:06.000Z"],
  ["9999-12-31 00:00:00+00", "9999-12-31T00:00:00.000Z"],
  ["12026-11-22 06:47:06+00", "+012026-11-22T06:47:06.000Z"],
] as const)("the time %s is read as %s", ([text, iso]) => {
  expect(parsePostgresTime(text).toISOString()).toBe(iso);
  expect(parsePostgresTime(text)).toEqual(readAny(text));
});

test.for(["infinity", "-infinity", "0044-03-15 00:00:00+00 BC"])(
  "%s is left to the driver",
  (text) => {
    expect(parsePostgresTime(text)).toEqual(readAny(text));
  },
);
