import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { Answer } from "./answer.ts";

/** As much of an OpenAPI document as is looked at. */
export interface OpenApi {
  paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
}

/** Checks an answer against what the OpenAPI document says about its operation and status. */
export type CheckAnswer = (method: string, path: string, answer: Answer) => void;

/** Checks answers by an OpenAPI document, but for those of what it does not describe. */
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
    // The first is the one without parameters, such as /tournament/create.
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
