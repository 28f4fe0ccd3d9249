const BYTES = 16;

/**
 * An id that nobody else draws, of 32 hexadecimal digits. Unlike `crypto.randomUUID` it exists on pages
 * that came by plain HTTP as well.
 */
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
