/** What the system is made of besides its gateway, and can lose one of. */
export const PARTS = [
  "postgres",
  "redis",
  "game",
  "tournament",
  "entry",
  "wallet",
  "settlement",
] as const;
export type Part = (typeof PARTS)[number];
