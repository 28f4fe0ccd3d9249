import { HANDLE_RULE, isHandle } from "@tms/kit/values/handles";
import { Format } from "typebox/format";
import { isDateTime } from "@tms/resources/values/times";

/** A rule about texts that a schema cannot express. */
export interface FormatRule {
  holds: (text: string) => boolean;
  /** A clause that follows the field's name. */
  rule: string;
}

/** The formats that schemas may name. */
export const FORMAT_RULES: Readonly<Record<string, FormatRule>> = {
  "date-time": {
    holds: isDateTime,
    rule: "must be an ISO 8601 date-time with seconds and an offset, such as 2026-05-01T18:00:00Z",
  },
  text: {
    holds: (text) => text.isWellFormed() && !text.includes("\0"),
    rule: "must be well-formed Unicode without the character U+0000",
  },
  // The services refuse the same handles. This check keeps them out of batches.
  handle: { holds: isHandle, rule: HANDLE_RULE },
};

/** Registers the formats with TypeBox. Must run before the schemas are compiled. */
export function registerFormats(): void {
  for (const [name, { holds }] of Object.entries(FORMAT_RULES)) Format.Set(name, holds);
}
