// Some browsers have no Temporal yet.
if (!("Temporal" in globalThis)) await import("temporal-polyfill/global");

/** Returns the zone of the viewer. */
export const viewerZone = (): string => Temporal.Now.timeZoneId();

/** One of the moments that a time of a day can mean when clocks go back. */
export interface Choice {
  /** The field with the offset. */
  field: string;
  /** For people, such as UTC+02:00. */
  offset: string;
}

/** The moment that a field means. */
export type ReadMoment =
  | { state: "empty" }
  | { state: "exact"; at: string; offset: string }
  /** Clocks go back, so the time is there twice. The earlier moment comes first. */
  | { state: "ambiguous"; choices: readonly Choice[] }
  /** Clocks go forward over the time. */
  | { state: "missing" };

const OFFSET = /[+-]\d\d:\d\d$/;

/**
 * Reads a field: a time of a zone, such as 2030-05-01T18:00, and the offset if one was chosen, such as
 * 2030-10-27T02:30+01:00.
 */
export function readMoment(field: string, zone: string = viewerZone()): ReadMoment {
  const [chosen] = OFFSET.exec(field.slice(DAY_LENGTH)) ?? [];
  const local = toLocal(field);
  if (local === undefined) return { state: "empty" };
  const moments = [
    local.toZonedDateTime(zone, { disambiguation: "earlier" }),
    local.toZonedDateTime(zone, { disambiguation: "later" }),
  ];
  const [earlier, later] = moments;
  if (earlier === undefined || later === undefined || !earlier.toPlainDateTime().equals(local))
    return { state: "missing" };
  const exact = earlier.equals(later) ? earlier : moments.find(({ offset }) => offset === chosen);
  if (exact !== undefined)
    return { state: "exact", at: toIso(exact), offset: `UTC${exact.offset}` };
  return {
    state: "ambiguous",
    choices: moments.map(({ offset }) => ({
      field: `${localPart(field)}${offset}`,
      offset: `UTC${offset}`,
    })),
  };
}

/** Returns the moment that a field means, or undefined if it means none or two. */
export function toInstant(field: string, zone: string = viewerZone()): string | undefined {
  const read = readMoment(field, zone);
  return read.state === "exact" ? read.at : undefined;
}

/** Returns the field of a moment, with its offset. */
export const formatMoment = (at: string, zone: string = viewerZone()): string =>
  toField(Temporal.Instant.from(at).toZonedDateTimeISO(zone));

/** Returns the field of the next full hour of a zone. */
export const nextHour = (now: number, zone: string = viewerZone()): string =>
  toField(
    Temporal.Instant.fromEpochMilliseconds(now)
      .toZonedDateTimeISO(zone)
      .round({ smallestUnit: "hour", roundingMode: "ceil" }),
  );

/** Returns the part of a field that the browser's input holds. */
export const localPart = (field: string): string =>
  field.slice(0, DAY_LENGTH) + field.slice(DAY_LENGTH).replace(OFFSET, "");

/** Returns what is wrong with the moment of a field, or undefined. An empty field is not wrong. */
export function momentFault(field: string, zone: string = viewerZone()): string | undefined {
  const { state } = readMoment(field, zone);
  if (state === "missing")
    return "This time does not exist, because the clocks are set forward that day. Choose another time.";
  if (state === "ambiguous")
    return "This time occurs twice, because the clocks are set back that day. Choose one of the two times below.";
  return undefined;
}

const DAY_LENGTH = "2030-05-01".length;

function toField(moment: Temporal.ZonedDateTime): string {
  const local = moment.toPlainDateTime();
  const isWhole = local.second === 0 && local.millisecond === 0;
  return `${local.toString(isWhole ? { smallestUnit: "minute" } : {})}${moment.offset}`;
}

function toLocal(field: string): Temporal.PlainDateTime | undefined {
  const local = localPart(field);
  if (!/^\d{4,6}-\d\d-\d\dT\d\d:\d\d/.test(local)) return undefined;
  return Temporal.PlainDateTime.from(local);
}

const toIso = (moment: Temporal.ZonedDateTime): string =>
  new Date(moment.epochMilliseconds).toISOString();
