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
  summary: "Read the environment's clock",
  description: "That of a live environment is real time.",
  response: { 200: ClockReply, ...problemResponses() },
});

export const advance = operation("tournaments:write", {
  ...common,
  operationId: "advanceClock",
  summary: "Advance a test environment's clock",
  description:
    "Tournaments start, close and end by it, and are paid. The answer waits up to ten seconds for that. The clock never goes back, nor does it stand still. While it is advancing, the later moment wins.",
  headers: writingHeaders,
  body: AdvanceClockBody,
  response: {
    200: AdvancedReply,
    202: AdvancingReply,
    ...problemResponses("CLOCK_LIVE", "CLOCK_BACKWARDS", "CLOCK_TOO_FAR", ...WRITING),
  },
});
