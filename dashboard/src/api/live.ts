/**
 * How pages keep up with what happens: they read again every few seconds, while they are looked at. Pages
 * to which changes are announced (announced.ts) read what is announced at once, and the rest at this pace.
 */
export const LIVE = { refetchInterval: 3_000, refetchIntervalInBackground: false } as const;

/** How often something is read whose changes are announced: in case that an announcement is lost. */
export const ANNOUNCED_EVERY_MS = 9_000;
