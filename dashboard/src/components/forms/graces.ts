export const GRACES = [
  { value: "0", label: "None" },
  { value: "3600", label: "1 hour" },
  { value: "86400", label: "1 day" },
  { value: "604800", label: "1 week" },
];

export const DEFAULT_GRACE = "86400";

const SECONDS = [0, 3_600, 86_400, 604_800] as const;

export const graceSeconds = (value: string): (typeof SECONDS)[number] =>
  SECONDS.find((seconds) => String(seconds) === value) ?? 86_400;
