/** Under which name the language is kept that somebody reads samples in. */
export const LANGUAGE = "documentation-language";

/** Under which name the theme is kept, which the dashboard reads and writes, too. */
export const THEME = "mantine-color-scheme-value";

/** What a browser remembers from other pages; null also where it may remember nothing. */
export function remembered(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Remembers it for other pages, where the browser may. */
export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // It lasts until the next page.
  }
}
