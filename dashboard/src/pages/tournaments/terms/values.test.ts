import { expect, test } from "vitest";
import { bodyOf, changesOf, faultsOf, newTerms, type TermsValues } from "./values.ts";

const terms: TermsValues = {
  ...newTerms(Date.now()),
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
  expect(faultsOf({ ...terms, scoring }, Date.now())).toHaveProperty(["scoring.min"]);
});

test("scoring is never taken away", () => {
  const scored = { ...terms, scoring: { ...terms.scoring, isOn: true } };
  expect(faultsOf(terms, Date.now(), scored)).toHaveProperty(["scoring.isOn"]);
});

test("terms that the API would refuse are told beside their fields", () => {
  expect(faultsOf(terms, Date.now())).toEqual({});
  const wrong = { ...terms, name: " ", endTime: terms.startTime, minEntries: 11 };
  expect(Object.keys(faultsOf(wrong, Date.now()))).toEqual(["name", "endTime", "minEntries"]);
  expect(faultsOf({ ...terms, maxEntries: "" }, Date.now(), terms)).toHaveProperty("maxEntries");
  expect(faultsOf({ ...terms, prizeSplit: [1, ""] }, Date.now())).toHaveProperty("prizeSplit");
});
