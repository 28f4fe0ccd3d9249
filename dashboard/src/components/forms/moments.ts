// Some browsers do not have Temporal yet.
if (!("Temporal" in globalThis)) await import("temporal-polyfill/global");

export const viewerZone = (): string => Temporal.Now.timeZoneId();

/** One of the two moments of a time that occurs twice. */
export interface Choice {
  field: string;
  offset: string;
}

type ReadMoment =
  | { state: "empty" }
  | { state: "exact"; at: string; offset: string }
  /** The time occurs twice, because clocks go back. The earlier moment comes first. */
  | { state: "ambiguous"; choices: readonly Choice[] }
  /** The time does not exist, because clocks go forward. */
  | { state: "missing" };

const OFFSET = /[+-]\d\d:\d\d$/;

/**
 * Reads a field: a local time such as 2030-05-01T18:00, with an offset if one was chosen, such as
 * 2030-10-27T02:30+01:00.
 */
export function readMoment(field: string, zone: string = viewerZone()): ReadMoment {
  const [chosen] = OFFSET.exec(field.slice(DAY_LENGTH)) ?? [];
  const local = toLocal(field);
  if (local === undefined) return { state: "empty" };
  const earlier = local.toZonedDateTime(zone, { disambiguation: "earlier" });
  const later = local.toZonedDateTime(zone, { disambiguation: "later" });
  if (!earlier.toPlainDateTime().equals(local)) return { state: "missing" };
  const moments = [earlier, later];
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

/** Returns the moment of a field as ISO 8601, if the field has exactly one. */
export function toInstant(field: string, zone: string = viewerZone()): string | undefined {
  const read = readMoment(field, zone);
  return read.state === "exact" ? read.at : undefined;
}

export const formatMoment = (at: string, zone: string = viewerZone()): string =>
  toField(Temporal.Instant.from(at).toZonedDateTimeISO(zone));

export const nextHour = (now: number, zone: string = viewerZone()): string =>
  toField(
    Temporal.Instant.fromEpochMilliseconds(now)
      .toZonedDateTimeISO(zone)
      .round({ smallestUnit: "hour", roundingMode: "ceil" }),
  );

/** Returns the field without its offset, for the browser's input. */
export const localPart = (field: string): string =>
  field.slice(0, DAY_LENGTH) + field.slice(DAY_LENGTH).replace(OFFSET, "");

/** Returns the fault of a field, or undefined. An empty field has no fault. */
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
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(local)) return undefined;
  return Temporal.PlainDateTime.from(local);
}

const toIso = (moment: Temporal.ZonedDateTime): string =>
  new Date(moment.epochMilliseconds).toISOString();
