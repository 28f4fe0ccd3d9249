import { expect, test, vi } from "vitest";
import { toBody, findChanges, findFaults, newTerms, toTerms, type TermsValues } from "./values.ts";

const now = Date.now();
const around = { now, decimals: 2 };

const terms: TermsValues = {
  ...newTerms(now),
  name: "Friday open",
  maxEntries: 10,
  registrationClosesAt: "",
};

test("sends times of the viewer's zone as moments", () => {
  const body = toBody({ ...terms, startTime: "2030-05-01T18:00" });
  expect(body.startTime).toBe(new Date(2030, 4, 1, 18, 0).toISOString());
});

test("omits empty fields", () => {
  expect(toBody({ ...terms, maxEntries: "" })).not.toHaveProperty("maxEntries");
  expect(toBody(terms)).not.toHaveProperty("registrationClosesAt");
});

test("sends only changed terms", () => {
  expect(findChanges(terms, terms)).toEqual({});
  expect(findChanges(terms, { ...terms, name: "Saturday open" })).toEqual({
    name: "Saturday open",
  });
});

test("sends the end if an early close of registration is removed", () => {
  const early = { ...terms, registrationClosesAt: terms.startTime };
  expect(findChanges(early, terms)).toEqual({ registrationClosesAt: toBody(terms).endTime });
});

test("sends all of the scoring except its empty fields", () => {
  expect(toBody(terms)).not.toHaveProperty("scoring");
  const scoring = {
    ...terms.scoring,
    isOn: true,
    operator: "sum" as const,
    counted: 5,
    tieBreaks: ["lower" as const],
    min: 0,
  };
  const scored = { ...terms, scoring };
  expect(toBody(scored).scoring).toEqual({
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
  expect(Object.keys(findChanges(scored, best))).toEqual(["scoring"]);
  expect(toBody(best).scoring).not.toHaveProperty("counted");
});

test("reports terms that the API would refuse beside their fields", () => {
  expect(findFaults(terms, around)).toEqual({});
  const wrong = { ...terms, name: " ", endTime: terms.startTime, minEntries: 11 };
  expect(Object.keys(findFaults(wrong, around))).toEqual(["endTime", "name", "minEntries"]);
  expect(findFaults({ ...terms, maxEntries: "" }, { ...around, before: terms })).toHaveProperty(
    "maxEntries",
  );
  expect(findFaults({ ...terms, prizeSplit: [1, ""] }, around)).toHaveProperty("prizeSplit");
  const scored = { ...terms, scoring: { ...terms.scoring, isOn: true, min: 2, max: 1 } };
  expect(findFaults(scored, around)).toHaveProperty(["scoring.min"]);
  // Scoring cannot be turned off.
  expect(findFaults(terms, { ...around, before: scored })).toHaveProperty(["scoring.isOn"]);
});

test("reads fees exactly, and refuses more decimals than the currency has", () => {
  expect(toBody({ ...terms, entryFee: "1,234.56" }).entryFee).toBe(1_234.56);
  expect(toBody({ ...terms, entryFee: "" }).entryFee).toBe(0);
  for (const entryFee of ["1.005", "1.2.3", "-1"])
    expect(findFaults({ ...terms, entryFee }, around)).toHaveProperty("entryFee");
});

/** Runs a test as a viewer of a zone. */
function inZone(zone: string, run: () => void): void {
  vi.stubEnv("TZ", zone);
  try {
    run();
  } finally {
    vi.unstubAllEnvs();
  }
}

test("sends what the form shows while clocks change", () => {
  inZone("Europe/Berlin", () => {
    // Shortly before the clocks change.
    for (const moment of ["2030-03-31T00:30:00.000Z", "2030-10-27T00:30:00.000Z"]) {
      const at = Date.parse(moment);
      const proposed = { ...newTerms(at), name: "Night race" };
      const body = toBody(proposed);
      expect(Date.parse(body.endTime) - Date.parse(body.startTime)).toBe(2 * 3_600_000);
      expect(findFaults(proposed, { now: at, decimals: 2 })).toEqual({});
      const { scoring: _, ...rest } = body;
      const times = { startTime: moment, registrationClosesAt: moment };
      const shown = toTerms({ ...rest, maxEntries: null, ...times }, 2);
      expect(toBody(shown)).toMatchObject({ startTime: moment, registrationClosesAt: moment });
      const short = { ...shown, endTime: shown.startTime };
      expect(findFaults(short, { now: 0, decimals: 2 })).toHaveProperty("endTime");
    }
  });
});

test("refuses a time that clocks skip or repeat, beside its field", () => {
  inZone("Europe/Berlin", () => {
    const fields = { startTime: "2030-03-31T02:30", registrationClosesAt: "2030-10-27T02:30" };
    const faults = findFaults({ ...terms, ...fields, endTime: "2031-01-01T00:00" }, around);
    expect(Object.keys(faults)).toEqual(["startTime", "registrationClosesAt"]);
    const first = { ...terms, startTime: "2030-10-27T02:30+02:00" };
    const hour = { ...first, endTime: "2030-10-27T02:30+01:00" };
    expect(findFaults(hour, around)).toEqual({});
    expect(toBody(hour)).toMatchObject({
      startTime: "2030-10-27T00:30:00.000Z",
      endTime: "2030-10-27T01:30:00.000Z",
    });
  });
});
