import { join } from "node:path";

/** The folder of the guide's Markdown. */
export const GUIDE = join(import.meta.dirname, "../../docs/guide");

/** The page at /docs/. */
export const FIRST = "index";

/** All other pages of the guide by group, in reading order. A page is a file without its extension. */
export const GROUPS: Readonly<Record<string, readonly string[]>> = {
  "Get started": ["quickstart", "concepts", "dashboard", "test-mode", "test-clock"],
  "Tournaments and money": [
    "tournaments",
    "ranking",
    "scores",
    "score-reviews",
    "formats",
    "settlement",
    "money",
    "seals",
  ],
  Access: ["authentication", "api-keys", "games-and-roles", "signing-in"],
  Requests: ["requests", "idempotency", "errors", "limits", "request-log"],
  Events: ["events", "event-types", "webhooks", "webhook-signatures"],
  Tools: ["sdk", "sdk-errors", "sdk-events", "cli", "tools"],
  Reference: ["changelog"],
};

export const ALL_PAGES: readonly string[] = [FIRST, ...Object.values(GROUPS).flat()];

export const toAddress = (name: string): string => (name === FIRST ? "/docs/" : `/docs/${name}`);
