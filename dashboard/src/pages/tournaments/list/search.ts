import { isStatus, type Status } from "../statuses.ts";

/** What a list of tournaments is narrowed down to, as the address has it. */
export interface TournamentSearch {
  status?: Status;
  /** Days in the viewer's zone, as 2030-05-01; both are included. */
  endsFrom?: string;
  endsUntil?: string;
  cursor?: string;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Reads the filters from an address; whatever makes no sense is left out. */
export function tournamentSearch(search: Record<string, unknown>): TournamentSearch {
  const { status, endsFrom, endsUntil, cursor } = search;
  return {
    ...(typeof status === "string" && isStatus(status) && { status }),
    ...(isDay(endsFrom) && { endsFrom }),
    ...(isDay(endsUntil) && { endsUntil }),
    ...(typeof cursor === "string" && cursor !== "" && { cursor }),
  };
}

/** The same filters, with another page of what they leave. */
export const atCursor = (
  { status, endsFrom, endsUntil }: TournamentSearch,
  cursor: string | undefined,
): TournamentSearch => tournamentSearch({ status, endsFrom, endsUntil, cursor });

const isDay = (value: unknown): value is string =>
  typeof value === "string" && DAY.test(value) && !Number.isNaN(Date.parse(value));

/** The same as the API asks for it. */
export function tournamentQuery({ status, endsFrom, endsUntil, cursor }: TournamentSearch) {
  return {
    ...(status && { status }),
    ...(endsFrom && { endsAfter: startOf(endsFrom, 0) }),
    ...(endsUntil && { endsBefore: startOf(endsUntil, 1) }),
    ...(cursor && { cursor }),
  };
}

/** The moment at which a day begins for the viewer, or one that comes some days later. */
function startOf(day: string, daysLater: number): string {
  const date = new Date(`${day}T00:00:00`);
  date.setDate(date.getDate() + daysLater);
  return date.toISOString();
}
