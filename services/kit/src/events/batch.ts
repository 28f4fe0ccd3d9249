import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { BinaryReader } from "@bufbuild/protobuf/wire";
import { EventBatchSchema, type Event } from "@tms/proto/tms/event/v1/event";

/**
 * Events as one batch. Batches one after the other are one batch again, so a statement that learns
 * only by itself which things changed can join the bytes of each with `string_agg`, and what was staged
 * need not be read to be sent.
 */
export const batchBytes = (events: readonly Event[]): Buffer =>
  asBuffer(toBinary(EventBatchSchema, create(EventBatchSchema, { events: [...events] })));

/** Each event as a batch of its own. To write them together costs a third of what each alone would. */
export function singleBatches(events: readonly Event[]): Buffer[] {
  const bytes = batchBytes(events);
  let start = 0;
  return endsIn(bytes).map((end) => {
    const one = bytes.subarray(start, end);
    start = end;
    return one;
  });
}

/** The events of a batch. Throws an Error when it is none. */
export const eventsOfBatch = (bytes: Uint8Array): Event[] =>
  fromBinary(EventBatchSchema, bytes).events;

/** How many events a batch has; they are not read. */
export const countEvents = (bytes: Uint8Array): number => endsIn(bytes).length;

/** Where each event of a batch ends. */
function endsIn(bytes: Uint8Array): number[] {
  const reader = new BinaryReader(bytes);
  const ends: number[] = [];
  while (reader.pos < reader.len) {
    const [field, wireType] = reader.tag();
    reader.skip(wireType, field);
    ends.push(reader.pos);
  }
  return ends;
}

const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);
