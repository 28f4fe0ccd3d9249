import type { FastifySchemaCompiler } from "fastify";
import { type TSchema, Type } from "typebox";
import { Compile } from "typebox/compile";
import { FORMAT_RULES, RULES } from "@tms/resources/patterns";
import type { SchemaFault } from "../problems/translate.ts";

type Property = TSchema & {
  items?: TSchema;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
};
type Check = ReturnType<typeof Compile>;
type List = ReturnType<typeof listOf>;

const MAX_FAULTS = 8;

/**
 * Creates a function that returns the faults of a value, at most eight. If a list is too long, the function
 * does not check its items, because this can take a tenth of a second.
 */
export function createValidator(schema: TSchema): (value: unknown) => SchemaFault[] {
  const { properties = {} } = schema as { properties?: Record<string, Property> };
  const lists = Object.entries(properties).flatMap(([name, { items, ...limits }]) =>
    items === undefined ? [] : [listOf(name, items, limits)],
  );
  const unseen = Object.fromEntries(lists.map(({ name }) => [name, Type.Unknown()]));
  const rest = Compile({ ...schema, properties: { ...properties, ...unseen } } as TSchema);
  return (value) => {
    const faults = faultsOf(rest, value, "");
    for (const list of lists) {
      const items = (value as Record<string, unknown> | null)?.[list.name];
      if (items !== undefined) faults.push(...listFaults(list, items, faults.length));
    }
    return faults.slice(0, MAX_FAULTS);
  };
}

/** Creates the checks of a list. The checks `length` and `distinct` ignore the schema of the items. */
const listOf = (
  name: string,
  items: TSchema,
  { minItems = 0, maxItems = Infinity, uniqueItems = false }: Omit<Property, "items">,
) => ({
  name,
  length: Compile(Type.Unsafe({ type: "array", minItems, maxItems })),
  item: Compile(items),
  distinct: Compile(Type.Unsafe({ type: "array", uniqueItems })),
});

function listFaults(list: List, value: unknown, already: number): SchemaFault[] {
  const path = `/${list.name}`;
  if (!list.length.Check(value)) return faultsOf(list.length, value, path);
  const faults: SchemaFault[] = [];
  for (const [index, item] of (value as unknown[]).entries()) {
    if (already + faults.length >= MAX_FAULTS) return faults;
    if (!list.item.Check(item)) faults.push(...faultsOf(list.item, item, `${path}/${index}`));
  }
  return faults.length > 0 ? faults : faultsOf(list.distinct, value, path);
}

function faultsOf(check: Check, value: unknown, path: string): SchemaFault[] {
  if (check.Check(value)) return [];
  return withoutOtherTypes(check.Errors(value)).map((fault) => ({
    ...fault,
    message: ruleOf(fault) ?? fault.message,
    instancePath: path + fault.instancePath,
  }));
}

function ruleOf({ keyword, params }: SchemaFault): string | undefined {
  if (keyword === "format") return FORMAT_RULES[String(params["format"])]?.rule;
  return keyword === "pattern" ? RULES.get(String(params["pattern"])) : undefined;
}

/**
 * Creates the validator of a part of a request. In queries, digits become numbers where the schema has an
 * integer. Bodies are never converted. Headers are accepted: the code that reads them checks them.
 */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  if (httpPart === "headers") return (value: unknown) => ({ value });
  const validate = createValidator(schema);
  const prepare = httpPart === "querystring" ? integersOf(schema) : same;
  return (given: unknown) => {
    const value = prepare(given);
    const faults = validate(value);
    return faults.length === 0 ? { value } : { error: faults as never };
  };
};

const same = (value: unknown): unknown => value;

// Matches integers with at most as many digits as Number.MAX_SAFE_INTEGER. The schema limits the value.
const INTEGER = /^-?\d{1,16}$/;

function integersOf(schema: TSchema) {
  const { properties = {} } = schema as { properties?: Record<string, { type?: string }> };
  return (query: unknown): unknown =>
    Object.fromEntries(
      Object.entries(query as Record<string, unknown>).map(([name, value]) => [
        name,
        properties[name]?.type === "integer" && typeof value === "string" && INTEGER.test(value)
          ? Number(value)
          : value,
      ]),
    );
}

/**
 * Removes the faults of alternatives that have another type than the value. If a schema allows a number or an
 * object, an invalid object gets only the faults in its fields. Without a match, one fault names all types.
 */
function withoutOtherTypes(faults: readonly SchemaFault[]): SchemaFault[] {
  const unions = faults.filter(({ keyword }) => keyword === "anyOf");
  return unions.reduce((left, union) => withoutOtherTypesOf(union, left), [...faults]);
}

function withoutOtherTypesOf(union: SchemaFault, faults: readonly SchemaFault[]): SchemaFault[] {
  const alternatives = `${union.schemaPath}/anyOf/`;
  const alternativeOf = ({ schemaPath, instancePath }: SchemaFault) =>
    schemaPath.startsWith(alternatives) && instancePath.startsWith(union.instancePath)
      ? schemaPath.slice(alternatives.length).split("/", 1)[0]
      : undefined;
  const ofOtherType = faults.filter(
    (fault) =>
      fault.keyword === "type" &&
      fault.instancePath === union.instancePath &&
      fault.schemaPath === `${alternatives}${alternativeOf(fault)}`,
  );
  const others = new Set(ofOtherType.map(alternativeOf));
  const tried = new Set(faults.map(alternativeOf).filter((one) => one !== undefined));
  const outside = faults.filter((fault) => fault !== union && alternativeOf(fault) === undefined);
  if (others.size < tried.size) {
    const meant = faults.filter((fault) => {
      const alternative = alternativeOf(fault);
      return alternative !== undefined && !others.has(alternative);
    });
    return [...outside, ...meant];
  }
  const types = ofOtherType.map(({ params }) => String(params["type"]));
  return [...outside, { ...union, keyword: "type", message: `must be ${types.join(" or ")}` }];
}
