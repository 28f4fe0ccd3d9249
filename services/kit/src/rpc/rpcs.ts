import {
  getOption,
  hasOption,
  type DescField,
  type DescMessage,
  type DescMethod,
  type DescMethodServerStreaming,
  type DescMethodUnary,
  type DescService,
  type Message,
  type MessageInitShape,
  type MessageShape,
  type MessageValidType,
} from "@bufbuild/protobuf";
import { pathToString } from "@bufbuild/protobuf/reflect";
import { createValidator, type Violation } from "@bufbuild/protovalidate";
import { field as rules, Ignore } from "@bufbuild/protovalidate/gen/buf/validate/validate_pb.js";
import type { ConnectRouter, HandlerContext, ServiceImpl } from "@connectrpc/connect";
import { handle as isHandle } from "@tms/proto/tms/type/v1/handle";
import type { Db, Tx } from "../database/handle.ts";
import { once } from "../database/idempotent.ts";
import { DomainError } from "../errors/domain-error.ts";
import type { FaultPoint } from "../process/fault-points.ts";
import { normalizeHandle } from "../values/handles.ts";
import type { Origin } from "./origin.ts";

export interface Call<M extends DescMethod = DescMethod> extends HandlerContext {
  readonly method: M;
}

/** A valid request of an RPC, with canonical ids and handles. */
export type RequestOf<M extends DescMethod> = MessageValidType<M["input"]>;
export type ResponseOf<M extends DescMethod> = MessageInitShape<M["output"]>;

export type Handler<M extends DescMethod, C> = M extends DescMethodUnary
  ? (context: C, request: RequestOf<M>, call: Call<M>) => Promise<ResponseOf<M>>
  : M extends DescMethodServerStreaming
    ? (context: C, request: RequestOf<M>, call: Call<M>) => AsyncIterable<ResponseOf<M>>
    : never;

export type Handlers<S extends DescService, C> = {
  [K in keyof S["method"]]: Handler<S["method"][K], C>;
};

export interface Write {
  tx: Tx;
  origin: Origin;
}

/** Creates the handler of an RPC that runs one transaction once per request_id. */
export const mutation =
  <C extends { db: Db }, I extends DescMessage, O extends DescMessage>(
    faultPoint: FaultPoint,
    work: (
      context: C & Write,
      request: Mutation<I>,
      call: Call<DescMethodUnary<I, O>>,
    ) => Promise<MessageInitShape<O>>,
  ) =>
  (context: C, request: Mutation<I>, call: Call<DescMethodUnary<I, O>>) =>
    once(context.db, faultPoint, call, request, (tx, origin) =>
      work({ ...context, tx, origin }, request, call),
    );

type Mutation<I extends DescMessage> = MessageValidType<I> &
  MessageShape<I> & { requestId: string };

type AnyHandler = (context: unknown, request: unknown, call: HandlerContext) => unknown;

/**
 * Returns Connect's handlers of a service. A handler checks a request by the rules of its proto and makes the
 * request canonical before it calls the function in `handlers`. RPCs without a function are unimplemented.
 */
export function implementationOf<S extends DescService, C>(
  service: S,
  handlers: Partial<Handlers<S, C>>,
  context: C,
): Partial<ServiceImpl<S>> {
  const all = Object.entries(handlers as Record<string, AnyHandler>).map(([name, handle]) => {
    const input = service.method[name]?.input;
    if (input === undefined) throw new Error(`${service.typeName} has no ${name}`);
    const handler = (request: Parameters<typeof receive>[1], call: HandlerContext): unknown => {
      const fault = receive(input, request);
      if (fault) throw fault;
      return handle(context, request, call);
    };
    return [name, handler];
  });
  return Object.fromEntries(all) as Partial<ServiceImpl<S>>;
}

export interface Served<C> {
  service: DescService;
  register: (router: ConnectRouter, context: C) => void;
}

export const serves = <S extends DescService, C>(
  service: S,
  handlers: Handlers<S, C>,
): Served<C> => ({
  service,
  register: (router, context) =>
    router.service(service, implementationOf(service, handlers, context)),
});

// The compiled patterns of our protos, which are few and simple. The validator's default engine is made for
// untrusted patterns. It takes longer for one pattern than for all other rules of a message.
const patterns = new Map<string, RegExp>();
const validator = createValidator({
  regexMatch: (pattern, text) =>
    patterns.getOrInsertComputed(pattern, () => new RegExp(pattern, "u")).test(text),
});

/** Returns INVALID_ARGUMENT for the fields that break a rule of their proto, or undefined if none does. */
export function findInvalidFields<T extends DescMessage>(
  schema: T,
  message: MessageShape<T>,
): DomainError | undefined {
  const result = validator.validate(schema, message);
  if (result.kind === "error") throw result.error;
  return result.kind === "invalid" ? invalidRequest(result.violations) : undefined;
}

function invalidRequest(violations: readonly Violation[]): DomainError {
  const fields = violations.map(({ field, message }) => ({
    field: pathToString(field),
    description: message,
  }));
  const [first] = fields;
  const text = `${first?.field || "The request"}: ${first?.description}`;
  return new DomainError("INVALID_ARGUMENT", text, { fields });
}

/** Checks a message like {@link findInvalidFields}, and changes it in place: ids to lower case, handles to NFC. */
export function receive<T extends DescMessage>(
  schema: T,
  message: MessageShape<T>,
): DomainError | undefined {
  const fault = findInvalidFields(schema, message);
  if (fault) return fault;
  try {
    canonicalOf(schema)?.(message, TOP);
    // Two spellings of an item are equal only now.
    return hasUniqueItems(schema) ? findInvalidFields(schema, message) : undefined;
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}

const withUniqueItems = new Map<DescMessage, boolean>();

const hasUniqueItems = (schema: DescMessage): boolean =>
  withUniqueItems.getOrInsertComputed(schema, () =>
    schema.fields.map(rulesOf).some((type) => type?.case === "repeated" && type.value.unique),
  );

type Fields = Message & Record<string, unknown>;
type Path = () => string;
type Canonical = (message: Fields, path: Path) => void;

const TOP: Path = () => "";
const known = new Map<DescMessage, Canonical | undefined>();

/** Returns the function that makes messages canonical, or undefined if no field needs a change. */
function canonicalOf(schema: DescMessage): Canonical | undefined {
  return known.getOrInsertComputed(schema, () => {
    const parts = schema.fields.flatMap((field) => partOf(field) ?? []);
    if (parts.length === 0) return undefined;
    return (message, path) => parts.forEach((part) => part(message, path));
  });
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
