import type { Attack } from "./attack.ts";
import { must } from "./finding.ts";
import type { Operation } from "./operations.ts";
import { patiently } from "./patiently.ts";
import { mustBeFit, mustBeWhole, type Verdicts } from "./rest-oracle.ts";
import { restRequests, type RestRequest } from "./rest-requests.ts";
import { exchange } from "./wire.ts";
import type { Target } from "./target.ts";

const PATIENCE_MS = 20_000;
const LATE = 503;

/** Requests generated from the OpenAPI document, one after the other. */
export function restAttack(
  target: Target,
  operations: readonly Operation[],
  verdicts: Verdicts,
): Attack<RestRequest> {
  return {
    name: "REST",
    cases: restRequests(operations),
    async run(request) {
      await target.stayOn();
      const bytes = bytesOf(request, target);
      const before = await target.refusable();
      const { responses, rest, ended } = await patiently(
        () => exchange(target.gatewayPort, bytes, { timeoutMs: PATIENCE_MS }),
        (answer) => answer.responses[0]?.status === LATE,
      );
      const [response] = responses;
      must(response !== undefined, `no answer but ${JSON.stringify(rest)}, ended: ${ended}`);
      await mustBeFit(response, verdicts);
      mustBeWhole(responses.length, rest);
      if (response.status < 400) return;
      const after = await target.refusable();
      must(after === before, `the refusal ${response.status} changed ${before} to ${after}`);
    },
  };
}

function bytesOf({ method, path, headers, body, spoiled }: RestRequest, target: Target): Buffer {
  const bytes = body === undefined ? undefined : Buffer.from(target.fill(body));
  if (spoiled !== null && bytes !== undefined && spoiled.at < bytes.length)
    bytes[spoiled.at] = spoiled.byte;
  const lines = [
    `${method} ${target.fill(path)} HTTP/1.1`,
    "host: api.example.com",
    "connection: close",
    ...headers.map(([name, value]) => `${name}: ${target.fill(value)}`),
    ...(bytes === undefined ? [] : [`content-length: ${bytes.length}`]),
  ];
  return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`), bytes ?? Buffer.alloc(0)]);
}
