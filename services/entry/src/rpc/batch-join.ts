import { create } from "@bufbuild/protobuf";
import { DomainError, toRefusal } from "@tms/kit/errors";
import { asDomainError } from "@tms/kit/interceptors";
import { faultOf } from "@tms/kit/validate";
import {
  BatchJoinResponseSchema,
  JoinOutcomeSchema,
  JoinRequestSchema,
  type BatchJoinRequest,
  type BatchJoinResponse,
  type JoinRequest,
} from "@tms/proto/tms/entry/v1/entry";
import type { Context } from "../context.ts";
import type { JoinOrder, JoinResult } from "../joins.ts";
import { entryMessage } from "../messages.ts";
import { joinOrder } from "./join.ts";

/** Joins many gamers, each with an outcome of its own. */
export async function batchJoin(
  context: Context,
  request: BatchJoinRequest,
): Promise<BatchJoinResponse> {
  const results = await Promise.all(
    request.joins.map(orderOrRefusal).map((order) => resultOf(context, order)),
  );
  return create(BatchJoinResponseSchema, { outcomes: results.map(outcomeMessage) });
}

async function resultOf(context: Context, order: JoinOrder | DomainError): Promise<JoinResult> {
  if (order instanceof Error) return order;
  try {
    return await context.join(order);
  } catch (error) {
    // What one join met must not fail its neighbours either.
    const told = asDomainError(error);
    if (told.reason === "INTERNAL") context.log.error({ err: error }, "a join failed");
    return told;
  }
}

// One unfit join must not refuse its neighbours.
function orderOrRefusal(request: JoinRequest): JoinOrder | DomainError {
  try {
    const fault = faultOf(JoinRequestSchema, request);
    if (fault) return fault;
    return joinOrder(request);
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}

function outcomeMessage(result: JoinResult) {
  return create(JoinOutcomeSchema, {
    outcome:
      result instanceof Error
        ? { case: "refused", value: toRefusal(result) }
        : { case: "entry", value: entryMessage(result) },
  });
}
