import type { Fault } from "./problem-error.ts";

/** A schema fault in the form of TypeBox. The message is a clause that follows the field's name. */
export interface SchemaFault {
  keyword: string;
  instancePath: string;
  /** The path of the rule in the schema. */
  schemaPath: string;
  message?: string;
  params: Record<string, unknown>;
}

// The prefixes of pointers into parts of a request. The body has no prefix.
const PREFIX: Readonly<Record<string, string>> = { querystring: "/query", params: "/path" };

/** Converts schema faults to faults of the request. */
export function validationFaults(
  faults: readonly SchemaFault[],
  context: string | undefined,
): Fault[] {
  const prefix = PREFIX[context ?? ""] ?? "";
  const found = faults.flatMap(explain).map(({ pointer, detail }) => ({
    pointer: shortened(prefix + pointer),
    detail,
  }));
  return found.length > 0 ? found : [{ pointer: prefix, detail: "is not valid" }];
}

function explain({ keyword, instancePath: pointer, params, message }: SchemaFault): Fault[] {
  switch (keyword) {
    case "required":
      return list(params["requiredProperties"]).map((name) => ({
        pointer: `${pointer}/${escape(name)}`,
        detail: "is required",
      }));
    // Each unknown field also has its own fault, with the keyword "boolean".
    case "additionalProperties":
      return [];
    case "boolean":
      return [{ pointer, detail: "is not a known field" }];
    case "enum":
      return [{ pointer, detail: `must be one of ${list(params["allowedValues"]).join(", ")}` }];
    default:
      return [{ pointer, detail: message ?? "is not valid" }];
  }
}

// The maximum length of a pointer. A pointer may contain the name of an unknown field, as long as the body.
const MAX_POINTER = 256;

const shortened = (pointer: string): string =>
  pointer.length > MAX_POINTER ? `${pointer.slice(0, MAX_POINTER)}…` : pointer;

const list = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

const escape = (name: string): string => name.replaceAll("~", "~0").replaceAll("/", "~1");
