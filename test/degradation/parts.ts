/** The parts of a system besides its gateway; any one of them can be lost. */
export const PARTS = [
  "postgres",
  "redis",
  "game",
  "tournament",
  "entry",
  "wallet",
  "settlement",
  "identity",
  "events",
] as const;
export type Part = (typeof PARTS)[number];
