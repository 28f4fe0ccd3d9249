/**
 * How pages keep up with what happens: they read again every few seconds, while they are looked at.
 * One place, so that all of them change at once when changes are announced to them.
 */
export const LIVE = { refetchInterval: 3_000, refetchIntervalInBackground: false } as const;
