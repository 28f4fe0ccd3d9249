import type { DescMessage, MessageShape } from "@bufbuild/protobuf";
import { pathToString } from "@bufbuild/protobuf/reflect";
import { createValidator, type Violation } from "@bufbuild/protovalidate";
import { DomainError } from "../errors/domain-error.ts";

const validator = createValidator();

/** Checks a message by the rules of its proto; returns an error that names every wrong field. */
export function faultOf<T extends DescMessage>(
  schema: T,
  message: MessageShape<T>,
): DomainError | undefined {
  const result = validator.validate(schema, message);
  if (result.kind === "error") throw result.error;
  return result.kind === "invalid" ? invalidRequest(result.violations) : undefined;
}

function invalidRequest(violations: readonly Violation[]): DomainError {
  const fields = violations.map((v) => ({
    field: pathToString(v.field),
    description: v.message,
  }));
  const first = fields[0];
  return new DomainError(
    "INVALID_ARGUMENT",
    first ? `${first.field || "The request"}: ${first.description}` : "The request is invalid.",
    { fields },
  );
}
