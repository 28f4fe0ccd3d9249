import { useDocumentTitle } from "@mantine/hooks";

/** Names the page where browsers list it: tabs, history, bookmarks. */
export const usePageTitle = (title: string): void => useDocumentTitle(`${title} · Tournaments`);
