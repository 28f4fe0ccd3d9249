import type { Timestamp } from "@bufbuild/protobuf/wkt";
import { wordsOf, type WordOf } from "@tms/kit/values/words";
import type { Game } from "@tms/proto/tms/game/v1/game";
import { Type, type Static, type TObject, type TSchema } from "typebox";
import { currencyOf, exponentOf } from "./values/currency.ts";
import { toMajor } from "./values/money.ts";
import { isoOf, isoOrNull } from "./values/times.ts";

/**
 * A member of a resource: its JSON Schema, and a function that reads it from a message `M` in a context `C`.
 */
export interface Field<M, C, S extends TSchema> {
  schema: S;
  read: (message: M, context: C) => Static<S>;
}

type Fields<M, C> = Record<string, Field<M, C, TSchema>>;
type SchemaOf<F> = TObject<{
  [K in keyof F]: F[K] extends { schema: infer S extends TSchema } ? S : never;
}>;

/** A resource of the REST API. */
export interface Resource<M, C, F> {
  schema: SchemaOf<F>;
  example: Static<SchemaOf<F>>;
  /** Converts a message to JSON. Throws an Error if a service left the message out. */
  toJson: (message: M | undefined, context: C) => Static<SchemaOf<F>>;
}

/** The JSON of a resource. */
export type JsonOf<R> = R extends Resource<never, never, infer F> ? Static<SchemaOf<F>> : never;

/**
 * Declares a resource: each member once, with its schema, its description and the function that reads it.
 *
 * `M` is the message that a service returns. `C` is the context that members also need, such as the game.
 */
export const resource =
  <M, C = Game | void>() =>
  <F extends Fields<M, C>>(
    $id: string,
    description: string,
    example: NoInfer<Static<SchemaOf<F>>>,
    fields: F,
  ): Resource<M, C, F> => {
    const members = Object.entries(fields);
    const properties = Object.fromEntries(members.map(([name, { schema }]) => [name, schema]));
    const options = { $id, description, examples: [example] };
    return {
      example,
      schema: Type.Object(properties, options) as unknown as SchemaOf<F>,
      toJson(message, context) {
        if (message === undefined) throw new Error(`a service returned no ${$id}`);
        const json: Record<string, unknown> = {};
        for (const [name, { read }] of members) {
          const value = read(message, context);
          if (value !== undefined) json[name] = value;
        }
        return json as Static<SchemaOf<F>>;
      },
    };
  };

/** Returns a reference to a schema that was added under its $id. */
export const ref = <S extends TSchema>(schema: S) =>
  Type.Unsafe<Static<S>>({ $ref: `${(schema as { $id?: string }).$id}#` });

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

type Read<M, T, C = unknown> = (message: M, context: C) => T;

/** Creates a member. Its JSON is the value that `read` returns. */
export const member = <M, C, S extends TSchema>(
  schema: S,
  read: Read<M, Static<S>, C>,
): Field<M, C, S> => ({ schema, read });

/** Creates a member that is missing if `read` returns undefined. */
export const optional = <M, C, S extends TSchema>(
  schema: S,
  read: Read<M, Static<S> | undefined, C>,
) => ({ schema: Type.Optional(schema), read });

export const id = <M>(description: string, read: Read<M, string>) =>
  member(idSchema(description), read);
export const text = <M>(description: string, read: Read<M, string>) =>
  member(Type.String({ description }), read);
export const integer = <M>(description: string, read: Read<M, number | bigint>) =>
  member(Type.Integer({ description }), (message: M, context) => Number(read(message, context)));
/** Creates a member with an integer, or null if the message has none or zero. */
export const integerOrNull = <M>(description: string, read: Read<M, number | undefined>) =>
  member(
    nullable(Type.Integer({ description })),
    (message: M, context) => read(message, context) || null,
  );
export const flag = <M>(description: string, read: Read<M, boolean>) =>
  member(Type.Boolean({ description }), read);
export const texts = <M>(description: string, read: Read<M, string[]>) =>
  member(Type.Array(Type.String(), { description }), read);

/** Creates a member with an id, or null if the message has none or an empty one. */
export const idOrNull = <M>(description: string, read: Read<M, string | undefined>) =>
  member(nullable(idSchema(description)), (message: M, context) => read(message, context) || null);
/** Creates a member with a text, or null if the message has none or an empty one. */
export const textOrNull = <M>(description: string, read: Read<M, string | null | undefined>) =>
  member(
    nullable(Type.String({ description })),
    (message: M, context) => read(message, context) || null,
  );

export const moment = <M>(description: string, read: Read<M, Timestamp | undefined>) =>
  member(momentSchema(description), (message: M, context) => isoOf(read(message, context)));
export const momentOrNull = <M>(description: string, read: Read<M, Timestamp | undefined>) =>
  member(nullable(momentSchema(description)), (message: M, context) =>
    isoOrNull(read(message, context)),
  );

/** Creates a member with an amount of the game's currency. `read` returns minor units. */
export const money = <M>(description: string, read: Read<M, bigint>) =>
  member(moneySchema(description), (message: M, game: Game) =>
    toMajor(read(message, game), exponentOf(game)),
  );

/** Creates a member like {@link money}, or null if the message has no amount. */
export const moneyOrNull = <M>(
  description: string,
  read: (message: M, game: Game) => bigint | undefined,
) =>
  member(nullable(moneySchema(description)), (message: M, game: Game) => {
    const minorUnits = read(message, game);
    return minorUnits === undefined ? null : toMajor(minorUnits, exponentOf(game));
  });

/** The code of the game's currency. */
export const currency = member(currencySchema, (_: unknown, game: Game) => currencyOf(game).code);

/**
 * Creates functions that convert between an enum and its words in the REST API. An unspecified or unknown
 * value has no word.
 */
export function words<E extends Readonly<Record<string, number>>, const W extends WordOf<E>>(
  values: E,
  all: readonly W[],
) {
  const known = wordsOf(values);
  const byValue = new Map<number, W>(all.map((word) => [known.value(word), word]));
  const find = (number: number): W | undefined => byValue.get(number);
  const get = (number: number): W => {
    const found = find(number);
    if (found === undefined) throw new Error(`a service returned none of ${all.join(", ")}`);
    return found;
  };
  const schema = (description: string) => Type.Enum([...all], { description });
  return {
    all,
    find,
    schema,
    value: (word: W) => known.value(word),
    /** Returns the word of a value. Throws an Error if the value has no word. */
    get,
    /** Creates a member with one of the words. */
    member: <M>(description: string, read: Read<M, number>) =>
      member(schema(description), (message: M, context) => get(read(message, context))),
  };
}
