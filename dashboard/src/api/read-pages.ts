/** A page of a list, as the API answers it. */
export interface Page {
  nextCursor: string | null;
}

/** Reads a list from its beginning, up to a number of pages. */
export async function readPages<P extends Page>(
  read: (cursor: string | undefined) => Promise<P>,
  mostPages: number,
): Promise<P[]> {
  const pages: P[] = [];
  let cursor: string | undefined;
  do {
    const page = await read(cursor);
    pages.push(page);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && pages.length < mostPages);
  return pages;
}
