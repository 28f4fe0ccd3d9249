import fc from "fast-check";
import type { ProcessName } from "@tms/stack/system/system";
import type { Attack } from "./attack.ts";
import { must } from "./finding.ts";
import { ABUSES } from "./http2-abuse.ts";
import { callRaw, type RawAnswer } from "./http2-call.ts";
import { patiently } from "./patiently.ts";
import type { Target } from "./target.ts";

interface AbuseCase {
  process: ProcessName;
  abuse: string;
}

const SERVICES = [
  "game",
  "tournament",
  "entry",
  "wallet",
  "settlement",
  "identity",
  "events",
] as const;
const EMPTY_MESSAGE = Buffer.alloc(5);

/** Abuses of HTTP/2 itself, after each of which the service must still serve everybody else. */
export function http2Attack(target: Target): Attack<AbuseCase> {
  return {
    name: "HTTP/2",
    cases: fc.record({
      process: fc.constantFrom<ProcessName>(...SERVICES),
      abuse: fc.constantFrom(...Object.keys(ABUSES)),
    }),
    async run({ process, abuse }) {
      const url = target.urls[process];
      await ABUSES[abuse]?.(url);
      const ask = () =>
        callRaw(url, "/grpc.health.v1.Health/Check", {
          headers: { "content-type": "application/grpc", te: "trailers" },
          body: EMPTY_MESSAGE,
        });
      const serves = ({ httpStatus, trailers }: RawAnswer) =>
        httpStatus === 200 && trailers["grpc-status"] === "0";
      const answer = await patiently(ask, (given) => !serves(given));
      const { httpStatus, trailers, resetCode, sessionEnd } = answer;
      const told = JSON.stringify({ httpStatus, trailers, resetCode, sessionEnd });
      must(serves(answer), `after "${abuse}" ${process} answers ${told}`);
    },
  };
}
