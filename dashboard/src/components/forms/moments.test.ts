import { expect, test } from "vitest";
import { formatMoment, nextHour, readMoment, toInstant } from "./moments.ts";

/** Zones with their clock changes: the first moment after each, as UTC. */
const ZONES = [
  ["Europe/Berlin", "2030-03-31T01:00:00Z", "2030-10-27T01:00:00Z"],
  ["America/New_York", "2030-03-10T07:00:00Z", "2030-11-03T06:00:00Z"],
  ["America/Sao_Paulo", "2018-11-04T03:00:00Z", "2018-02-18T02:00:00Z"],
  ["Australia/Lord_Howe", "2030-10-05T15:30:00Z", "2030-04-06T15:00:00Z"],
  ["Australia/Adelaide", "2030-10-05T16:30:00Z", "2030-04-06T16:30:00Z"],
  ["Africa/Cairo", "2030-04-25T22:00:00Z", "2030-10-31T21:00:00Z"],
  ["America/Santiago", "2030-09-08T04:00:00Z", "2030-04-07T03:00:00Z"],
  ["Asia/Kolkata", "2030-03-31T01:00:00Z", "2030-10-27T01:00:00Z"],
] as const;

const MINUTE_MS = 60_000;
const around = (change: string) =>
  Array.from({ length: 17 }, (_, index) =>
    new Date(Date.parse(change) + (index - 8) * 15 * MINUTE_MS).toISOString(),
  );

test.for(ZONES)(
  "sends the moments that it shows around the changes in %s",
  ([zone, ...changes]) => {
    for (const at of changes.flatMap(around)) {
      const field = formatMoment(at, zone);
      expect(toInstant(field, zone)).toBe(at);
      // A person types no offset.
      const typed = readMoment(field.slice(0, 16), zone);
      if (typed.state === "exact") expect(typed.at).toBe(at);
      else if (typed.state === "ambiguous") {
        expect(typed.choices.map((choice) => toInstant(choice.field, zone))).toContain(at);
        expect(new Set(typed.choices.map(({ offset }) => offset)).size).toBe(2);
      } else expect(typed).toBe("exact or ambiguous");
    }
  },
);

const CHANGING = ZONES.filter(([zone]) => zone !== "Asia/Kolkata");

test.for(CHANGING)("refuses a time that does not exist in %s", ([zone, spring]) => {
  const before = Temporal.Instant.from(spring).subtract({ minutes: 1 });
  const skipped = before.toZonedDateTimeISO(zone).toPlainDateTime().add({ minutes: 2 });
  const field = skipped.toString({ smallestUnit: "minute" });
  expect(readMoment(field, zone).state).toBe("missing");
  expect(toInstant(field, zone)).toBeUndefined();
});

test.for(CHANGING)("asks which of two equal times is meant in %s", ([zone, , autumn]) => {
  const before = Temporal.Instant.from(autumn).subtract({ minutes: 1 });
  const field = before.toZonedDateTimeISO(zone).toPlainDateTime().toString({
    smallestUnit: "minute",
  });
  const read = readMoment(field, zone);
  expect(read.state).toBe("ambiguous");
  expect(toInstant(field, zone)).toBeUndefined();
  const choices = read.state === "ambiguous" ? read.choices : [];
  const moments = choices.map((choice) => Date.parse(toInstant(choice.field, zone) ?? ""));
  expect(moments[0]).toBe(before.epochMilliseconds);
  expect(moments[1]).toBeGreaterThan(moments[0] ?? Infinity);
});

test.for(ZONES)("proposes a full hour by moments in %s", ([zone, ...changes]) => {
  for (const at of changes.flatMap(around)) {
    const proposed = Date.parse(toInstant(nextHour(Date.parse(at), zone), zone) ?? "");
    expect(proposed).toBeGreaterThanOrEqual(Date.parse(at));
    expect(proposed - Date.parse(at)).toBeLessThan(2 * 60 * MINUTE_MS);
  }
});

test("names the offset of a moment", () => {
  expect(readMoment("2030-05-01T18:00", "Asia/Kolkata")).toEqual({
    state: "exact",
    at: "2030-05-01T12:30:00.000Z",
    offset: "UTC+05:30",
  });
});

test("forgets a chosen offset that is not one of the zone's", () => {
  expect(readMoment("2030-05-01T18:00+09:00", "Europe/Berlin")).toMatchObject({
    state: "exact",
    offset: "UTC+02:00",
  });
});

test("keeps seconds and their fractions", () => {
  const at = "2030-05-01T18:00:30.125Z";
  expect(formatMoment(at, "UTC")).toBe("2030-05-01T18:00:30.125+00:00");
  expect(toInstant(formatMoment(at, "UTC"), "UTC")).toBe(at);
});

test("reads a field that is empty or not complete as no moment", () => {
  expect(readMoment("", "UTC").state).toBe("empty");
  expect(readMoment("2030-05", "UTC").state).toBe("empty");
});
