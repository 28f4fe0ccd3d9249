/** As much of a JSON schema as the gateway's document uses. */
export interface Schema {
  type?: string;
  format?: string;
  enum?: unknown[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  maxLength?: number;
}

interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  schema: Schema;
}

/** One operation of the public API. */
export interface Operation {
  id: string;
  method: string;
  path: string;
  parameters: Parameter[];
  body: Schema | undefined;
  /** Statuses that its documentation promises. */
  statuses: number[];
  /** Whose credentials it takes: a backend's API key, a person's token, both or none. */
  takes: { key: boolean; token: boolean };
}

interface Document {
  paths: Record<
    string,
    Record<
      string,
      {
        operationId: string;
        parameters?: Parameter[];
        requestBody?: { content: Record<string, { schema: Schema }> };
        responses: Record<string, unknown>;
        security?: Record<string, unknown>[];
      }
    >
  >;
}

/** The operations that a running gateway says it has. */
export async function readOperations(gatewayUrl: string): Promise<Operation[]> {
  const { paths } = (await (await fetch(`${gatewayUrl}/openapi.json`)).json()) as Document;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      id: operation.operationId,
      method: method.toUpperCase(),
      path,
      parameters: operation.parameters ?? [],
      body: operation.requestBody?.content["application/json"]?.schema,
      statuses: Object.keys(operation.responses).map(Number),
      takes: {
        key: (operation.security ?? []).some((scheme) => "apiKey" in scheme),
        token: (operation.security ?? []).some((scheme) => "jwt-auth" in scheme),
      },
    })),
  );
}
