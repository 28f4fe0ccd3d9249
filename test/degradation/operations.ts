interface Paths {
  paths: Record<string, Record<string, { operationId?: string }>>;
}

/** The operationIds of a running gateway's OpenAPI document. */
export async function operationsOf(gatewayUrl: string): Promise<Set<string>> {
  const response = await fetch(`${gatewayUrl}/openapi.json`);
  const { paths } = (await response.json()) as Paths;
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  return new Set(operations.map(({ operationId }) => operationId ?? "without an id"));
}
