import type { FastifySchemaCompiler } from "fastify";
import type { TSchema } from "typebox";
import { createValidator } from "./validator.ts";

/**
 * Compiles a schema. Bodies are never converted: a text stays a text. Query parameters are all texts,
 * so those that should be integers and look like integers become integers. The rooms that use headers
 * check them.
 */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  if (httpPart === "headers") return (value: unknown) => ({ value });
  const faultsOf = createValidator(schema);
  const prepare = httpPart === "querystring" ? integersOf(schema) : same;
  return (given: unknown) => {
    const value = prepare(given);
    const faults = faultsOf(value);
    return faults.length === 0 ? { value } : { error: faults as never };
  };
};

const same = (value: unknown): unknown => value;

// As many digits as Number.MAX_SAFE_INTEGER has; how large a parameter may be is its schema's business.
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
