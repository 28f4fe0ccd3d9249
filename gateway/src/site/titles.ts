// Titles of groups of operations in the API reference. The title of other groups is their name.
const TITLES: Readonly<Record<string, string>> = {
  lifecycle: "Tournament lifecycle",
  wallets: "Gamer wallets",
  games: "Games and members",
  keys: "API keys",
  requests: "Request log",
  auth: "Sign-in",
  user: "Your account",
};

interface Document {
  tags?: readonly { name?: string }[];
}

/** Adds a title for each group of operations to the OpenAPI document. */
export const withTitles = <T extends object>(document: T & Document): T => ({
  ...document,
  tags: document.tags?.map((tag) => ({ ...tag, "x-displayName": titleOf(tag.name ?? "") })),
});

const titleOf = (name: string): string =>
  TITLES[name] ?? name.slice(0, 1).toUpperCase() + name.slice(1);
