import {
  create,
  type DescEnum,
  type DescMessage,
  type Message,
  type MessageInitShape,
  type MessageShape,
} from "@bufbuild/protobuf";
import { timestampFromDate, type Timestamp } from "@bufbuild/protobuf/wkt";

type Init<D extends DescMessage> = Exclude<MessageInitShape<D>, Message>;

/** The strings that a field of an enum or of a list of enums accepts. Other fields accept none. */
type Words<T> = T extends readonly (infer E)[]
  ? [Words<E>] extends [never]
    ? never
    : readonly string[]
  : T extends number
    ? number extends T
      ? never
      : string
    : never;

type FieldsOf<D extends DescMessage> = {
  [K in Exclude<keyof Init<D>, "$typeName">]-?:
    | Init<D>[K]
    | (Timestamp extends Init<D>[K] ? Date : never)
    | Words<Init<D>[K]>
    | null
    | undefined;
};

/**
 * Creates a message from a value for each of its fields. A Date becomes a Timestamp, the word of an enum
 * becomes its value, and null means no value. Throws for an unknown word. Properties that are not fields are
 * ignored, so that `fields` can contain a whole row.
 */
export function toMessage<D extends DescMessage>(schema: D, fields: FieldsOf<D>): MessageShape<D> {
  const init: Record<string, unknown> = { ...fields };
  for (const { localName, enum: values } of schema.fields) {
    const value = init[localName];
    if (value instanceof Date) init[localName] = timestampFromDate(value);
    else if (values !== undefined)
      init[localName] = Array.isArray(value)
        ? value.map((word: unknown) => toValue(values, word))
        : toValue(values, value);
  }
  return create(schema, init as MessageInitShape<D>);
}

function toValue({ values, typeName }: DescEnum, word: unknown): unknown {
  if (typeof word !== "string") return word;
  const found = values.find(({ localName }) => localName === word.toUpperCase());
  // The unspecified value has no word.
  if (!found?.number) throw new Error(`${typeName} has no value ${word}`);
  return found.number;
}
