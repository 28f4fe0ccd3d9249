/** The parts of a tournament's page, in their order. */
export const TABS = {
  entries: "Entries",
  settlement: "Settlement",
  money: "Money",
  json: "JSON",
} as const;

export type Tab = keyof typeof TABS;

export const isTab = (text: unknown): text is Tab =>
  typeof text === "string" && Object.hasOwn(TABS, text);

/** Which part of the page an address names; the entries where it names none. */
export const tabSearch = ({ tab }: Record<string, unknown>): { tab?: Tab } =>
  isTab(tab) ? { tab } : {};
