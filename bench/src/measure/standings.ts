/** The standings of a tournament, as a caller reads them. */
export interface Standings {
  gatewayUrl: string;
  apiKey: string;
  tournamentId: string;
}

interface Page {
  entries: { id: string; tournament: string }[];
  nextCursor: string | null;
}

/**
 * Reads standings page by page. Throws when a page is not full, or shows an entry of another
 * tournament or of an earlier page: fast answers that are wrong are worth nothing.
 */
export function readerOf({ gatewayUrl, apiKey, tournamentId }: Standings) {
  const seen = new Set<string>();
  return async (limit: number, cursor = ""): Promise<string> => {
    const query = `?limit=${limit}${cursor && `&cursor=${cursor}`}`;
    const url = `${gatewayUrl}/tournament/${tournamentId}/entries${query}`;
    const response = await fetch(url, { headers: { "x-api-key": apiKey } });
    if (!response.ok) throw new Error(`the standings were answered with ${response.status}`);
    const { entries, nextCursor } = (await response.json()) as Page;
    const fresh = entries.filter(
      ({ id, tournament }) => tournament === tournamentId && !seen.has(id),
    );
    for (const { id } of fresh) seen.add(id);
    if (entries.length !== limit || fresh.length !== limit)
      throw new Error(`a page of ${limit} entries showed ${entries.length}, ${fresh.length} right`);
    if (nextCursor === null) throw new Error("the standings ended too soon");
    return encodeURIComponent(nextCursor);
  };
}
