import type { SchemaFault } from "../problems/validation.ts";

/**
 * The faults of a value without those of alternatives of another type: of `5 or {"gamer": …}` an object
 * is told what is wrong with it, and not that it is no number.
 */
export function withoutOtherTypes(faults: readonly SchemaFault[]): SchemaFault[] {
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
