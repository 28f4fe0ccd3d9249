/** A group of pages, as the navigation shows them. */
export interface Group {
  title: string;
  /** Files of docs/guide without their ending, in the order in which one reads them. */
  pages: readonly string[];
}

/** All pages of the guide but the first, which leads to them. */
export const MAP: readonly Group[] = [
  {
    title: "Get started",
    pages: ["quickstart", "concepts", "dashboard", "test-mode", "test-clock"],
  },
  {
    title: "Tournaments and money",
    pages: [
      "tournaments",
      "ranking",
      "scores",
      "score-reviews",
      "formats",
      "settlement",
      "money",
      "seals",
    ],
  },
  {
    title: "Access",
    pages: ["authentication", "api-keys", "games-and-roles", "signing-in"],
  },
  {
    title: "Requests",
    pages: ["requests", "idempotency", "errors", "limits", "request-log"],
  },
  { title: "Events", pages: ["events", "event-types", "webhooks", "webhook-signatures"] },
  { title: "Tools", pages: ["sdk", "sdk-errors", "sdk-events", "cli", "tools"] },
  { title: "Reference", pages: ["changelog"] },
];

/** The page that is shown at /docs/. */
export const FIRST = "index";

/** Every page in reading order, the first included. */
export const ALL_PAGES: readonly string[] = [FIRST, ...MAP.flatMap(({ pages }) => pages)];
