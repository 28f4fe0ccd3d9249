import type { Game } from "@tms/proto/tms/game/v1/game";
import { Type, type Static, type TObject, type TSchema } from "typebox";

/** A member of a resource: its JSON Schema, and how to read it from a message `M` in a context `C`. */
export interface Field<M, C, S extends TSchema> {
  schema: S;
  read: (message: M, context: C) => Static<S>;
}

/** A member that shows the value `T` of the message's member with the same name. */
export interface OwnField<T, C, S extends TSchema> {
  schema: S;
  readValue: (value: T, context: C) => Static<S> | undefined;
}

/** A message with a member `K` that holds a `T`. */
export type Holding<K extends PropertyKey, T> = undefined extends T
  ? { [k in K]?: T }
  : { [k in K]: T };

/** The message that a member `K` of a resource reads. */
export type MessageOf<F, K extends PropertyKey> =
  F extends OwnField<infer T, never, TSchema>
    ? Holding<K, T>
    : F extends Field<infer M, never, TSchema>
      ? M
      : unknown;

type Fields<M, C, F> = {
  [K in keyof F]: Field<M, C, TSchema> | OwnField<K extends keyof M ? M[K] : unknown, C, TSchema>;
};
type SchemaOf<F> = TObject<{
  [K in keyof F]: F[K] extends { schema: infer S extends TSchema } ? S : never;
}>;

export interface Resource<M, C, F> {
  fields: F;
  schema: SchemaOf<F>;
  example: Static<SchemaOf<F>>;
  /** Converts a message to JSON. Throws an Error if a service left the message out. */
  toJson: (message: M | undefined, context: C) => Static<SchemaOf<F>>;
}

export type JsonOf<R> = R extends Resource<never, never, infer F> ? Static<SchemaOf<F>> : never;

/** Returns a function that converts a message to JSON with these members. It omits undefined values. */
export function createWriter<C>(
  fields: Record<string, Field<never, C, TSchema> | OwnField<never, C, TSchema>>,
) {
  const members = Object.entries(fields).map(([name, field]) => {
    if ("read" in field) return [name, field.read] as const;
    const read = (message: Record<string, unknown>, context: C): unknown =>
      field.readValue(message[name] as never, context);
    return [name, read] as const;
  });
  return (message: object, context: C): Record<string, unknown> => {
    const json: Record<string, unknown> = {};
    for (const [name, read] of members) {
      const value: unknown = read(message as never, context);
      if (value !== undefined) json[name] = value;
    }
    return json;
  };
}

/**
 * Declares a resource. Its members read a message `M` in a context `C`. With `view`, the members read the
 * result `V` of `view` instead of the message.
 */
export const resource =
  <M extends object, C = Game | void, V extends object = M>(view?: (message: M) => V) =>
  <F extends Fields<V, C, F>>(
    $id: string,
    description: string,
    example: NoInfer<Static<SchemaOf<F>>>,
    fields: F,
  ): Resource<M, C, F> => {
    const schemas = Object.entries<{ schema: TSchema }>(fields).map(([name, { schema }]) => [
      name,
      schema,
    ]);
    const options = { $id, description, examples: [example] };
    const write = createWriter<C>(fields);
    return {
      fields,
      example,
      schema: Type.Object(Object.fromEntries(schemas), options) as SchemaOf<F>,
      toJson(message, context) {
        if (message === undefined) throw new Error(`a service returned no ${$id}`);
        return write(view?.(message) ?? message, context) as Static<SchemaOf<F>>;
      },
    };
  };

const referenced = new Map<string, TSchema>();

/** Returns a reference to a schema by its $id, and registers the schema for the OpenAPI document. */
export function ref<S extends TSchema>(schema: S) {
  const { $id = "" } = schema as { $id?: string };
  referenced.set($id, schema);
  return Type.Unsafe<Static<S>>({ $ref: `${$id}#` });
}

export const referencedSchemas = () => [...referenced.values()];

export const nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

export const idSchema = (description: string) =>
  Type.String({ description, examples: ["0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11"] });

export const momentSchema = (description: string) =>
  Type.String({ format: "date-time", description, examples: ["2026-05-01T18:00:00.000Z"] });

export const moneySchema = (description: string) =>
  Type.Number({
    description: `${description} The amount is in major units of the game's currency.`,
  });

export const currencySchema = Type.String({
  description: "The ISO 4217 code of the currency, or the code of the game's own currency.",
  examples: ["USD"],
});

const MAX_EXACT = Number.MAX_SAFE_INTEGER;

/** Returns the schema of an integer that a double represents exactly, such as a score. */
export const exactInteger = (description: string) =>
  Type.Integer({ minimum: -MAX_EXACT, maximum: MAX_EXACT, description });
