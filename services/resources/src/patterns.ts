import { HANDLE_RULE, isHandle } from "@tms/kit/values/handles";
import { isDateTime } from "./values/times.ts";
import { Format } from "typebox/format";

interface Pattern {
  pattern: string;
  rule: string;
}

export const PATTERNS = {
  sixDigits: { pattern: "^[0-9]{6}$", rule: "must be six digits" },
  visible: { pattern: "^[!-~]{1,100}$", rule: "must be 1 to 100 visible ASCII characters" },
  uuid: {
    pattern: "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$",
    rule: "must be an id, such as 0197a6b2-5c3d-7e4f-8a9b-0c1d2e3f4a5b",
  },
  eventTypes: {
    pattern: "^[a-z_]+\\.([a-z_]+|\\*)(,[a-z_]+\\.([a-z_]+|\\*)){0,49}$",
    rule: "must be 1 to 50 event types, separated by commas, such as entry.joined,settlement.*",
  },
  eventType: {
    pattern: "^[a-z_]+\\.([a-z_]+|\\*)$",
    rule: "must be an event type, such as entry.joined, or a group of event types, such as entry.*",
  },
  subscription: {
    pattern: "^(\\*|[a-z_]+\\.([a-z_]+|\\*))$",
    rule: "must be an event type, such as entry.joined, a group of event types, such as entry.*, or * for all",
  },
  status: {
    pattern: "^[2-5](\\d\\d|xx)$",
    rule: "must be an HTTP status, such as 409, or a class of statuses, such as 4xx",
  },
  code: {
    pattern: "^[a-z_]{1,64}$",
    rule: "must be a problem code, such as tournament_full",
  },
  currency: {
    pattern: "^[A-Z][A-Z0-9]{2,11}$",
    rule: "must be 3 to 12 capital letters or digits, and start with a letter, such as USD or GEMS",
  },
} as const satisfies Readonly<Record<string, Pattern>>;

/** The rule of each pattern. */
export const RULES: ReadonlyMap<string, string> = new Map(
  Object.values(PATTERNS).map(({ pattern, rule }) => [pattern, rule]),
);

interface FormatRule {
  holds: (text: string) => boolean;
  rule: string;
}

export const FORMAT_RULES: Readonly<Record<string, FormatRule>> = {
  "date-time": {
    holds: isDateTime,
    rule: "must be an ISO 8601 date-time with seconds and an offset, such as 2026-05-01T18:00:00Z",
  },
  text: {
    holds: (text) => text.isWellFormed() && !text.includes("\0"),
    rule: "must be well-formed Unicode without the character U+0000",
  },
  // The services refuse the same handles. This check keeps invalid handles out of batched calls.
  handle: { holds: isHandle, rule: HANDLE_RULE },
};

/** Registers the formats with TypeBox. Must run before the schemas are compiled. */
export function registerFormats(): void {
  for (const [name, { holds }] of Object.entries(FORMAT_RULES)) Format.Set(name, holds);
}
