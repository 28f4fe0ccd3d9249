import type { Timestamp } from "@bufbuild/protobuf/wkt";
import { wordsOf, type WordOf } from "@tms/kit/values/words";
import type { Game } from "@tms/proto/tms/game/v1/game";
import { Type, type Static, type TSchema } from "typebox";
import {
  currencySchema,
  idSchema,
  momentSchema,
  moneySchema,
  nullable,
  ref,
  type Field,
  type Holding,
  type OwnField,
  type Resource,
} from "./resource.ts";
import { currencyOf, exponentOf, toMajor } from "./values/money.ts";
import { isoOf, isoOrNull } from "./values/times.ts";

// The kinds of fields. Most functions take the description of the field. If the message holds the value under
// another name than the field's, they also take this name.

export const of = <M, C, S extends TSchema>(
  schema: S,
  read: (message: M, context: C) => Static<S>,
): Field<M, C, S> => ({ schema, read });

/** Creates a field that is missing if `read` returns undefined. */
export const optional = <M, C, S extends TSchema>(
  schema: S,
  read: (message: M, context: C) => Static<S> | undefined,
) => ({ schema: Type.Optional(schema), read });

/** Creates a kind of fields. Without `name`, a field reads the message's member with the field's name. */
function kind<T, S extends TSchema, C = unknown>(
  schemaOf: (description: string) => S,
  readValue: (value: T, context: C) => Static<S> | undefined,
) {
  function declare(description: string): OwnField<T, C, S>;
  function declare<const K extends string>(
    description: string,
    name: K,
  ): Field<Holding<K, T>, C, S>;
  function declare(description: string, name?: string) {
    const schema = schemaOf(description);
    if (name === undefined) return { schema, readValue };
    const read = (message: Record<string, T>, context: C) => readValue(message[name] as T, context);
    return { schema, read };
  }
  return declare;
}

const textSchema = (description: string) => Type.String({ description });
const integerSchema = (description: string) => Type.Integer({ description });

export const id = kind(idSchema, (value: string) => value);
export const text = kind(textSchema, (value: string) => value);
export const texts = kind(
  (description) => Type.Array(Type.String(), { description }),
  (value: string[]) => value,
);
export const flag = kind(
  (description) => Type.Boolean({ description }),
  (value: boolean) => value,
);
export const integer = kind(integerSchema, (value: number | bigint) => Number(value));
export const moment = kind(momentSchema, (value: Timestamp | undefined) => isoOf(value));

/** Amounts of the game's currency. The message holds minor units. A missing amount is 0. */
export const money = kind(
  moneySchema,
  (value: bigint | { minorUnits: bigint } | undefined, game: Game) =>
    toMajor(minorOf(value) ?? 0n, exponentOf(game)),
);

// The `…OrNull` fields are null if the message has no value, an empty string or 0.
export const idOrNull = kind(
  (description) => nullable(idSchema(description)),
  (value: string | undefined) => value || null,
);
/** Optional strings. The field is missing if the message has no string or an empty string. */
export const optionalText = kind(
  (description) => Type.Optional(textSchema(description)),
  (value: string | undefined) => value || undefined,
);
export const textOrNull = kind(
  (description) => nullable(textSchema(description)),
  (value: string | null | undefined) => value || null,
);
export const integerOrNull = kind(
  (description) => nullable(integerSchema(description)),
  (value: number | bigint | undefined) => Number(value ?? 0) || null,
);
export const momentOrNull = kind(
  (description) => nullable(momentSchema(description)),
  (value: Timestamp | undefined) => isoOrNull(value),
);

/** Amounts like {@link money}. A missing amount is null. An amount of 0 stays 0. */
export const moneyOrNull = kind(
  (description) => nullable(moneySchema(description)),
  (value: bigint | { minorUnits: bigint } | undefined, game: Game) => {
    const minor = minorOf(value);
    return minor === undefined ? null : toMajor(minor, exponentOf(game));
  },
);

const minorOf = (value: bigint | { minorUnits: bigint } | undefined) =>
  typeof value === "object" ? value.minorUnits : value;

export const currency = of(currencySchema, (_: unknown, game: Game) => currencyOf(game).code);

export const one = <M, C, F, const K extends string>(shown: Resource<M, C, F>, name: K) =>
  of(ref(shown.schema), (message: { [k in K]?: M | undefined }, context: C) =>
    shown.toJson(message[name], context),
  );

export const many = <M, C, F, const K extends string>(
  shown: Resource<M, C, F>,
  description: string,
  name: K,
  limits: { maxItems?: number } = {},
) =>
  of(
    Type.Array(ref(shown.schema), { ...limits, description }),
    (message: { [k in K]: M[] }, context: C) =>
      message[name].map((each) => shown.toJson(each, context)),
  );

/** Creates converters between an enum and its words. An unspecified or unknown value has no word. */
export function words<E extends Readonly<Record<string, number>> & { UNSPECIFIED: 0 }>(values: E) {
  const NONE: keyof E = "UNSPECIFIED";
  const known = wordsOf(values);
  const { all, word: find } = known;
  const get = (number: number): WordOf<E> => {
    const found = find(number);
    if (found === undefined) throw new Error(`a service returned none of ${all.join(", ")}`);
    return found;
  };
  const schema = (description: string) => Type.Enum([...all], { description });
  return {
    all,
    find,
    schema,
    /** Returns the value of a word. Without a word, returns the unspecified value. */
    value: (word: WordOf<E> | undefined): E[keyof E] =>
      word === undefined ? values[NONE] : known.value(word),
    /** Returns the word of a value. Throws an Error if the value has no word. */
    get,
    field: kind(schema, get),
  };
}
