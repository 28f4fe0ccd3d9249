import { describe, expect, test } from "vitest";
import { momentOf } from "./arguments.ts";

describe("moments", () => {
  test.each([
    ["2030-01-31T12:00:00Z", "2030-01-31T12:00:00.000Z"],
    ["2030-01-31T12:00z", "2030-01-31T12:00:00.000Z"],
    ["2030-01-31T12:00:00.25+01:00", "2030-01-31T11:00:00.250Z"],
    ["2030-01-31T12:00:00-0130", "2030-01-31T13:30:00.000Z"],
  ])("are read from %s", (text, moment) => expect(momentOf(text).toISOString()).toBe(moment));

  test.each([
    "2030-01-31T12:00:00",
    "2030-01-31Z",
    "2030-13-31T12:00:00Z",
    "Jan 31 2030 12:00 Z",
    "",
  ])("are not read from %j", (text) =>
    expect(() => momentOf(text)).toThrow("2030-01-31T12:00:00Z"),
  );
});
