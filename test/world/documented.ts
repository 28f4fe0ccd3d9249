import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { CheckAnswer } from "../harness/api.ts";

/** The part of an OpenAPI document that the check reads. */
export interface OpenApi {
  paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
}

/** Creates a check of answers by an OpenAPI document. Answers of other paths always pass. */
export function documentedAnswers(document: OpenApi): CheckAnswer {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(document, "openapi");
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { responses }]) => ({
      path,
      method,
      pattern: new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/]+")}$`),
      responses,
    })),
  );
  const compiled = new Map<string, ValidateFunction>();

  function validatorOf(path: string, method: string, status: string, type: string) {
    const parts = ["paths", path, method, "responses", status, "content", type, "schema"];
    const pointer = parts.map((part) => part.replaceAll("~", "~0").replaceAll("/", "~1")).join("/");
    const name = `openapi#/${encodeURI(pointer)}`;
    const validator = compiled.get(name) ?? ajv.compile({ $ref: name });
    compiled.set(name, validator);
    return validator;
  }

  return (method, target, { status, headers, body, text }) => {
    const [path = ""] = target.split("?");
    // A path without parameters, such as /tournament/create, comes before /tournament/{id}.
    const found = operations
      .filter((one) => one.method === method.toLowerCase() && one.pattern.test(path))
      .toSorted((a, b) => Number(a.path.includes("{")) - Number(b.path.includes("{")))[0];
    if (found === undefined) return;
    const about = `${method} ${found.path} ${status}`;
    if (!(String(status) in found.responses)) throw new Error(`${about} is not documented`);
    const [type = ""] = (headers.get("content-type") ?? "").split(";");
    const validate = validatorOf(found.path, found.method, String(status), type);
    if (!validate(type === "text/event-stream" ? text : body))
      throw new Error(`${about}: ${ajv.errorsText(validate.errors)}`);
  };
}
