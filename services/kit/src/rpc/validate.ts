import type { DescMessage, MessageShape } from "@bufbuild/protobuf";
import { pathToString } from "@bufbuild/protobuf/reflect";
import { createValidator, type Violation } from "@bufbuild/protovalidate";
import { DomainError } from "../errors/domain-error.ts";

// The patterns are those of our own protos, few and simple. The engine that is there for patterns of
// unknown origin takes longer for one than all other rules of a message take.
const patterns = new Map<string, RegExp>();

function regexMatch(pattern: string, text: string): boolean {
  let compiled = patterns.get(pattern);
  if (compiled === undefined) patterns.set(pattern, (compiled = new RegExp(pattern, "u")));
  return compiled.test(text);
}

const validator = createValidator({ regexMatch });

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
