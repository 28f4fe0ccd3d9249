import { Misuse } from "./errors.ts";

const UNITS_MS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const SPAN = /^(\d{1,6})([smhd])$/;

/**
 * A moment: ISO 8601 with an offset, or `+90m` from `now`, real time when absent. Throws a Misuse that
 * names the option.
 */
export function momentOf(text: string, option: string, now = Date.now()): string {
  if (text.startsWith("+")) return new Date(now + spanMs(text.slice(1), option)).toISOString();
  if (/T.*(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text))) return text;
  throw new Misuse(
    `${option} must be a time like 2030-05-01T18:00:00Z, or a duration from now like +90m.`,
  );
}

/** A moment in the past: ISO 8601 with an offset, or `15m` ago. */
export const pastMomentOf = (text: string, option: string): string =>
  SPAN.test(text)
    ? new Date(Date.now() - spanMs(text, option)).toISOString()
    : momentOf(text, option);

/** A span such as `90m`, in seconds. Throws a Misuse that names what it is. */
export function secondsOf(text: string, what: string): number {
  if (!SPAN.test(text))
    throw new Misuse(`${what} must be a duration like 90m: a number followed by s, m, h or d.`);
  return spanMs(text, what) / 1_000;
}

function spanMs(text: string, option: string): number {
  const [, count, unit] = SPAN.exec(text) ?? [];
  if (count === undefined || unit === undefined)
    throw new Misuse(`${option} must be a duration like +90m: a number followed by s, m, h or d.`);
  return Number(count) * UNITS_MS[unit as keyof typeof UNITS_MS];
}

/** A whole number within bounds; undefined where there is none. Throws a Misuse. */
export function numberOf(text: string | undefined, option: string, most: number) {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() !== "" && Number.isFinite(value) && value >= 0 && value <= most) return value;
  throw new Misuse(`${option} must be a number from 0 to ${most}.`);
}
