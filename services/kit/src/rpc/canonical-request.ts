import {
  getOption,
  hasOption,
  type DescField,
  type DescMessage,
  type Message,
  type MessageShape,
} from "@bufbuild/protobuf";
import { pathToString } from "@bufbuild/protobuf/reflect";
import { createValidator, type Violation } from "@bufbuild/protovalidate";
import { field as rules, Ignore } from "@bufbuild/protovalidate/gen/buf/validate/validate_pb.js";
import { handle as isHandle } from "@tms/proto/tms/type/v1/handle";
import { DomainError } from "../errors/domain-error.ts";
import { normalizeHandle } from "../values/handles.ts";

// The patterns of our protos, which are few and simple. The default engine is made for untrusted patterns,
// and takes longer for one pattern than for all other rules of a message.
const patterns = new Map<string, RegExp>();

function regexMatch(pattern: string, text: string): boolean {
  let compiled = patterns.get(pattern);
  if (compiled === undefined) patterns.set(pattern, (compiled = new RegExp(pattern, "u")));
  return compiled.test(text);
}

const validator = createValidator({ regexMatch });

/** Returns an error that names every field that breaks a rule of its proto, or undefined if there is none. */
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

/**
 * Checks a message like {@link faultOf}, and makes it canonical in place: ids in lower case, handles in NFC.
 */
export function receive<T extends DescMessage>(
  schema: T,
  message: MessageShape<T>,
): DomainError | undefined {
  const fault = faultOf(schema, message);
  if (fault) return fault;
  try {
    canonicalOf(schema)?.(message, TOP);
    return undefined;
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}

type Fields = Message & Record<string, unknown>;
type Path = () => string;
type Canonical = (message: Fields, path: Path) => void;

const TOP: Path = () => "";
const known = new Map<DescMessage, Canonical | undefined>();

/** Returns the function that makes messages canonical, or undefined if no field needs a change. */
function canonicalOf(schema: DescMessage): Canonical | undefined {
  if (!known.has(schema)) {
    const parts = schema.fields.flatMap((field) => partOf(field) ?? []);
    const all: Canonical = (message, path) => parts.forEach((part) => part(message, path));
    known.set(schema, parts.length === 0 ? undefined : all);
  }
  return known.get(schema);
}

function partOf(field: DescField): Canonical | undefined {
  const change = changeOf(field);
  if (change === undefined) return undefined;
  const { localName, name } = field;
  return (message, path) => {
    const value = message[localName];
    if (value === undefined) return;
    const at: Path = () => [path(), name].filter(Boolean).join(".");
    message[localName] = Array.isArray(value)
      ? value.map((item, index) => change(item, () => `${at()}[${index}]`))
      : change(value, at);
  };
}

function changeOf(field: DescField): ((value: unknown, path: Path) => unknown) | undefined {
  if (field.fieldKind === "map" || isLeftAlone(field)) return undefined;
  if (getOption(field, isHandle)) return (text, path) => normalizeHandle(String(text), path);
  if (isUuid(field)) return (text) => String(text).toLowerCase();
  const inner = field.message && canonicalOf(field.message);
  if (inner === undefined) return undefined;
  return (message, path) => {
    inner(message as Fields, path);
    return message;
  };
}

/** Reports whether a field is a batch of items that the RPC itself checks. */
function isLeftAlone(field: DescField): boolean {
  const type = rulesOf(field);
  return type?.case === "repeated" && type.value.items?.ignore === Ignore.ALWAYS;
}

function isUuid(field: DescField): boolean {
  const type = rulesOf(field);
  const text = type?.case === "repeated" ? type.value.items?.type : type;
  return text?.case === "string" && text.value.wellKnown.case === "uuid";
}

const rulesOf = (field: DescField) =>
  hasOption(field, rules) ? getOption(field, rules).type : undefined;
