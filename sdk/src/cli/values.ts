import { Misuse } from "./failures.ts";

export const readNumber =
  (max: number) =>
  (text: string, name: string): number => {
    const value = Number(text);
    if (text.trim() !== "" && Number.isFinite(value) && value >= 0 && value <= max) return value;
    throw new Misuse(`${name} must be a number from 0 to ${max}.`);
  };

const MAX_WORDS = 10_000;

export function readWords(text: string, name: string): string[] {
  const words = text.split(",", MAX_WORDS + 1).map((word) => word.trim());
  if (words.includes("") || words.length > MAX_WORDS)
    throw new Misuse(`${name} must be values separated by commas.`);
  return words;
}

const UNITS_MS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const SPAN = /^(\d{1,6})([smhd])$/;

function spanMs(text: string, name: string, example = "+90m"): number {
  const [, count, unit] = SPAN.exec(text) ?? [];
  if (count === undefined || unit === undefined)
    throw new Misuse(
      `${name} must be a duration like ${example}: a number followed by s, m, h or d.`,
    );
  return Number(count) * UNITS_MS[unit as keyof typeof UNITS_MS];
}

export const readSeconds = (text: string, name: string): number =>
  spanMs(text, name, "90m") / 1_000;

export interface Moment {
  isRelative: boolean;
  /** Returns the time in ISO 8601. */
  at(now: number): string;
}

/** Reads a time in ISO 8601 with an offset, or a duration from now such as `+90m`. */
export function readMoment(text: string, name: string): Moment {
  if (text.startsWith("+")) {
    const ms = spanMs(text.slice(1), name);
    return { isRelative: true, at: (now) => new Date(now + ms).toISOString() };
  }
  if (/T.*(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text)))
    return { isRelative: false, at: () => text };
  throw new Misuse(
    `${name} must be a time like 2030-05-01T18:00:00Z, or a duration from now like +90m.`,
  );
}

/** Reads a time in the past: ISO 8601 with an offset, or a duration such as `15m` ago. */
export const readPastMoment = (text: string, name: string): string =>
  SPAN.test(text)
    ? new Date(Date.now() - spanMs(text, name)).toISOString()
    : readMoment(text, name).at(Date.now());

export const definedValues = <Values extends object>(values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Values]?: NonNullable<Values[Name]>;
  };

export const pageSize = (items: number): number => Math.min(100, Math.max(1, items));

export async function takeItems<Item>(list: AsyncIterable<Item>, max: number): Promise<Item[]> {
  const items: Item[] = [];
  if (max <= 0) return items;
  for await (const item of list) if (items.push(item) >= max) break;
  return items;
}
