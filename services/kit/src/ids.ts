import { v5, v7, validate } from "uuid";

// An arbitrary fixed UUID: ids derived by these services collide with nobody else's.
const NAMESPACE = "6f1d9c0e-7f0a-4c55-9d0e-3f6c1b1f5a10";

/** A new UUIDv7: unique, and ordered by the time it was made. */
export const newId = (): string => v7();

/**
 * The UUID that always stands for the same fact (RFC 9562 version 5), so that a repeat after
 * any crash names the same transfer or request. Parts must not contain a slash.
 */
export const derivedId = (...parts: readonly string[]): string => v5(parts.join("/"), NAMESPACE);

/** Whether a text is a UUID of any version. */
export const isId = (text: string): boolean => validate(text);
