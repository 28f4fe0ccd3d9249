/** The parts of a JSON schema that the OpenAPI document uses. */
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
  minLength?: number;
  maxLength?: number;
}

interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  schema: Schema;
}

/** An operation of the public API. */
export interface Operation {
  id: string;
  method: string;
  path: string;
  parameters: Parameter[];
  body: Schema | undefined;
  /** The documented statuses. */
  statuses: number[];
  /** The accepted credentials: the API key of a backend, the token of a person, both or none. */
  takes: { key: boolean; token: boolean };
}

interface DocumentedOperation {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, unknown>;
  security?: Record<string, unknown>[];
}

/** Returns the operations in the OpenAPI document of a running gateway. */
export async function readOperations(gatewayUrl: string): Promise<Operation[]> {
  const { paths } = (await (await fetch(`${gatewayUrl}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, DocumentedOperation>>;
  };
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
