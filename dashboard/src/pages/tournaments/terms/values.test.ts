import { expect, test, vi } from "vitest";
import { bodyOf, changesOf, faultsOf, newTerms, termsOf, type TermsValues } from "./values.ts";

const now = Date.now();
const around = { now, decimals: 2 };

const terms: TermsValues = {
  ...newTerms(now),
  name: "Friday open",
  maxEntries: 10,
  registrationClosesAt: "",
};

test("times of the viewer's zone are sent as moments", () => {
  const body = bodyOf({ ...terms, startTime: "2030-05-01T18:00" });
  expect(body.startTime).toBe(new Date(2030, 4, 1, 18, 0).toISOString());
});

test("what is empty is not sent", () => {
  expect(bodyOf({ ...terms, maxEntries: "" })).not.toHaveProperty("maxEntries");
  expect(bodyOf(terms)).not.toHaveProperty("registrationClosesAt");
});

test("only what changed is sent", () => {
  expect(changesOf(terms, terms)).toEqual({});
  expect(changesOf(terms, { ...terms, name: "Saturday open" })).toEqual({ name: "Saturday open" });
});

test("registration that closes early again closes with the end", () => {
  const early = { ...terms, registrationClosesAt: terms.startTime };
  expect(changesOf(early, terms)).toEqual({ registrationClosesAt: bodyOf(terms).endTime });
});

test("scoring is sent whole where there is any, without what is left empty", () => {
  expect(bodyOf(terms)).not.toHaveProperty("scoring");
  const scoring = {
    ...terms.scoring,
    isOn: true,
    operator: "sum" as const,
    counted: 5,
    tieBreaks: ["lower" as const],
    min: 0,
  };
  const scored = { ...terms, scoring };
  expect(bodyOf(scored).scoring).toEqual({
    operator: "sum",
    counted: 5,
    direction: "higher",
    tieBreaks: ["lower"],
    ties: "shared",
    attempts: 10_000,
    min: 0,
    noScore: "out",
  });
  const best = { ...scored, scoring: { ...scoring, operator: "best" as const } };
  expect(Object.keys(changesOf(scored, best))).toEqual(["scoring"]);
  expect(bodyOf(best).scoring).not.toHaveProperty("counted");
});

test("scores that could not be taken are told beside their fields", () => {
  const scoring = { ...terms.scoring, isOn: true, min: 2, max: 1 };
  expect(faultsOf({ ...terms, scoring }, around)).toHaveProperty(["scoring.min"]);
});

test("scoring is never taken away", () => {
  const scored = { ...terms, scoring: { ...terms.scoring, isOn: true } };
  expect(faultsOf(terms, { ...around, before: scored })).toHaveProperty(["scoring.isOn"]);
});

test("terms that the API would refuse are told beside their fields", () => {
  expect(faultsOf(terms, around)).toEqual({});
  const wrong = { ...terms, name: " ", endTime: terms.startTime, minEntries: 11 };
  expect(Object.keys(faultsOf(wrong, around))).toEqual(["endTime", "name", "minEntries"]);
  expect(faultsOf({ ...terms, maxEntries: "" }, { ...around, before: terms })).toHaveProperty(
    "maxEntries",
  );
  expect(faultsOf({ ...terms, prizeSplit: [1, ""] }, around)).toHaveProperty("prizeSplit");
});

test("reads fees exactly, and refuses more decimals than the currency has", () => {
  expect(bodyOf({ ...terms, entryFee: "1,234.56" }).entryFee).toBe(1_234.56);
  expect(bodyOf({ ...terms, entryFee: "" }).entryFee).toBe(0);
  for (const entryFee of ["1.005", "1.2.3", "-1"])
    expect(faultsOf({ ...terms, entryFee }, around)).toHaveProperty("entryFee");
});

// In each zone, a moment shortly before its clocks change.
const CHANGES = [
  ["Europe/Berlin", "2030-03-31T00:30:00.000Z", "2030-10-27T00:30:00.000Z"],
  ["America/New_York", "2030-03-10T06:30:00.000Z", "2030-11-03T05:30:00.000Z"],
  ["America/Santiago", "2030-09-08T03:30:00.000Z", "2030-04-07T02:30:00.000Z"],
  ["Australia/Lord_Howe", "2030-10-05T15:10:00.000Z", "2030-04-06T14:40:00.000Z"],
  ["Australia/Adelaide", "2030-10-05T16:10:00.000Z", "2030-04-06T16:10:00.000Z"],
  ["Africa/Cairo", "2030-04-25T21:30:00.000Z", "2030-10-31T20:30:00.000Z"],
  ["Pacific/Auckland", "2030-09-28T13:30:00.000Z", "2030-04-06T13:30:00.000Z"],
  ["Asia/Kolkata", "2030-03-31T00:30:00.000Z", "2030-10-27T00:30:00.000Z"],
] as const;

/** Runs a test as a viewer of a zone. */
function inZone(zone: string, run: () => void): void {
  vi.stubEnv("TZ", zone);
  try {
    run();
  } finally {
    vi.unstubAllEnvs();
  }
}

test.for(CHANGES)("sends what the form shows while clocks change in %s", ([zone, ...moments]) => {
  inZone(zone, () => {
    for (const moment of moments) {
      const at = Date.parse(moment);
      const proposed = { ...newTerms(at), name: "Night race" };
      const body = bodyOf(proposed);
      expect(Date.parse(body.endTime) - Date.parse(body.startTime)).toBe(2 * 3_600_000);
      expect(faultsOf(proposed, { now: at, decimals: 2 })).toEqual({});
      const { scoring: _, ...rest } = body;
      const times = { startTime: moment, registrationClosesAt: moment };
      const shown = termsOf({ ...rest, maxEntries: null, ...times }, 2);
      expect(bodyOf(shown)).toMatchObject({ startTime: moment, registrationClosesAt: moment });
      const short = { ...shown, endTime: shown.startTime };
      expect(faultsOf(short, { now: 0, decimals: 2 })).toHaveProperty("endTime");
    }
  });
});

test("refuses a time that clocks skip or repeat, beside its field", () => {
  inZone("Europe/Berlin", () => {
    const fields = { startTime: "2030-03-31T02:30", registrationClosesAt: "2030-10-27T02:30" };
    const faults = faultsOf({ ...terms, ...fields, endTime: "2031-01-01T00:00" }, around);
    expect(Object.keys(faults)).toEqual(["startTime", "registrationClosesAt"]);
    const first = { ...terms, startTime: "2030-10-27T02:30+02:00" };
    const hour = { ...first, endTime: "2030-10-27T02:30+01:00" };
    expect(faultsOf(hour, around)).toEqual({});
    expect(bodyOf(hour)).toMatchObject({
      startTime: "2030-10-27T00:30:00.000Z",
      endTime: "2030-10-27T01:30:00.000Z",
    });
  });
});
