import { noQuery } from "../../openapi/schemas/fields.ts";
import {
  gameSecurity,
  operation,
  problemResponses,
  writingHeaders,
  WRITING,
} from "../../openapi/operation.ts";
import { AdvanceClockBody, AdvancedReply, AdvancingReply, ClockReply } from "./schemas.ts";

const common = { tags: ["clock"], security: gameSecurity, querystring: noQuery };

export const read = operation("read", {
  ...common,
  operationId: "getClock",
  summary: "Retrieve the clock",
  description:
    "Returns the clock of the environment. The clock of a live environment is always real time. Needs the scope `read`.",
  response: { 200: ClockReply, ...problemResponses() },
});

export const advance = operation("tournaments:write", {
  ...common,
  operationId: "advanceClock",
  summary: "Advance the clock",
  description:
    "Advances the clock of a test environment. Tournaments start, close registration and end according to the new time, and their prizes are paid out. Returns 200 when all tournaments that ended are settled. Returns 202 if that takes more than ten seconds. The advance then continues in the background. The clock never stops or goes back. If you advance a clock that is still advancing, the later time applies. A retry without an Idempotency-Key advances the clock again if you send `bySeconds`. Needs the scope `tournaments:write`.",
  headers: writingHeaders,
  body: AdvanceClockBody,
  response: {
    200: AdvancedReply,
    202: AdvancingReply,
    ...problemResponses("CLOCK_LIVE", "CLOCK_BACKWARDS", "CLOCK_TOO_FAR", ...WRITING),
  },
});
