/** The content types of binary messages of the Connect protocol, for one message and for a stream. */
export const UNARY_TYPE = "application/proto";
export const STREAM_TYPE = "application/connect+proto";

/** The size of the head of an envelope: a byte of flags, and the length of the content. */
export const HEAD_BYTES = 5;
/** The flags of the last envelope of a stream. Its content is JSON. */
export const END_OF_STREAM = 2;
/** The content of the last envelope of a stream that ends without an error. */
export const SUCCESS = Buffer.from("{}");

/** Returns an envelope, which holds a message in a stream. */
export function envelope(bytes: Uint8Array, flags = 0): Buffer {
  const whole = Buffer.allocUnsafe(HEAD_BYTES + bytes.length);
  whole.writeUInt8(flags);
  whole.writeUInt32BE(bytes.length, 1);
  whole.set(bytes, HEAD_BYTES);
  return whole;
}
