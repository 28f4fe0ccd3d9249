import {
  create,
  type DescMessage,
  type Message,
  type MessageInitShape,
  type MessageShape,
} from "@bufbuild/protobuf";
import { timestampFromDate, type Timestamp } from "@bufbuild/protobuf/wkt";

type Init<D extends DescMessage> = Exclude<MessageInitShape<D>, Message>;

type FieldsOf<D extends DescMessage> = {
  [K in Exclude<keyof Init<D>, "$typeName">]-?:
    | Init<D>[K]
    | (Timestamp extends Init<D>[K] ? Date : never)
    | null
    | undefined;
};

/**
 * Creates a message from a value for each of its fields. A Date becomes a Timestamp, and null means no value.
 * Properties that are not fields are ignored, so that `fields` can contain a whole row.
 */
export function toMessage<D extends DescMessage>(schema: D, fields: FieldsOf<D>): MessageShape<D> {
  const init: Record<string, unknown> = { ...fields };
  for (const { localName } of schema.fields) {
    const value = init[localName];
    if (value instanceof Date) init[localName] = timestampFromDate(value);
  }
  return create(schema, init as MessageInitShape<D>);
}
