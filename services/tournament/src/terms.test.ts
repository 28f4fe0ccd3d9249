import { create, type MessageValidType } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { DomainError } from "@tms/kit/errors/domain-error";
import {
  TournamentPatchSchema,
  TournamentTermsSchema,
} from "@tms/proto/tms/tournament/v1/tournament";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readPatch, readTerms, requireConsistent } from "./terms.ts";

const DAY_MS = 86_400_000;
const at = (ms: number) => timestampFromDate(new Date(ms));
const moment = fc.integer({ min: 0, max: 50 * 365 * DAY_MS });
const instants = fc.record({
  start: moment,
  end: moment,
  close: fc.option(moment, { nil: undefined }),
});
const seats = fc.record({
  max: fc.option(fc.integer({ min: 1, max: 50 }), { nil: undefined }),
  min: fc.integer({ min: 0, max: 50 }),
});

function termsOf(times: { start: number; end: number; close?: number | undefined }) {
  const terms = create(TournamentTermsSchema, {
    name: "Chess",
    startTime: at(times.start),
    endTime: at(times.end),
    ...(times.close !== undefined && { registrationCloseTime: at(times.close) }),
  });
  return terms as MessageValidType<typeof TournamentTermsSchema>;
}

/** Returns the fields of a refusal, or none if the terms are accepted. */
function refusedFields(read: () => unknown): string[] {
  try {
    read();
    return [];
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return error.fields.map((fault) => fault.field);
  }
}

describe("reading terms", () => {
  test("accepts exactly those that end after they start and close registration by then", () => {
    fc.assert(
      fc.property(instants, (times) => {
        const fields = refusedFields(() => readTerms(termsOf(times)));
        expect(fields.includes("terms.end_time")).toBe(times.end <= times.start);
        expect(fields.includes("terms.registration_close_time")).toBe(
          times.close !== undefined && times.close > times.end,
        );
      }),
    );
  });

  test("accepts exactly those whose seats suffice for the fewest entries", () => {
    fc.assert(
      fc.property(seats, ({ max, min }) => {
        const message = termsOf({ start: 1, end: 2 });
        message.minEntries = min;
        if (max !== undefined) message.maxEntries = max;
        const fields = refusedFields(() => readTerms(message));
        expect(fields).toEqual(max !== undefined && min > max ? ["terms.min_entries"] : []);
      }),
    );
  });

  test.each([
    ["", "terms.name"],
    [" \u00a0\n", "terms.name"],
    ["a\0", "terms.name"],
  ])("refuses the name %j", (name, field) => {
    const message = termsOf({ start: 1, end: 2 });
    message.name = name;
    expect(refusedFields(() => readTerms(message))).toEqual([field]);
  });

  test("refuses moments no calendar knows", () => {
    const message = termsOf({ start: 1, end: 2 });
    message.endTime = { ...at(0), seconds: 2n ** 60n };
    expect(refusedFields(() => readTerms(message))).toEqual(["terms.end_time"]);
  });
});

test("merging a patch gives what terms made anew would be, or the same refusal", () => {
  fc.assert(
    fc.property(instants, instants, (present, next) => {
      fc.pre(refusedFields(() => readTerms(termsOf(present))).length === 0);
      const full = { ...present, ...next, close: next.close ?? present.close };
      const patch = create(TournamentPatchSchema, {
        startTime: at(next.start),
        endTime: at(next.end),
        ...(next.close !== undefined && { registrationCloseTime: at(next.close) }),
      });
      const [before, change] = [readTerms(termsOf(present)), readPatch(patch)];
      if (refusedFields(() => requireConsistent(before, change)).length > 0)
        expect(refusedFields(() => readTerms(termsOf(full)))).not.toEqual([]);
      else expect({ ...before, ...change }).toEqual(readTerms(termsOf(full)));
    }),
  );
});
