import { create } from "@bufbuild/protobuf";
import { DomainError, toRefusal } from "@tms/kit/errors";
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
import { joinBatch } from "../join.ts";
import type { JoinOrder, JoinResult } from "../joins.ts";
import { entryMessage } from "../messages.ts";
import { joinOrder } from "./join.ts";

/** Joins many gamers, each with an outcome of its own. */
export async function batchJoin(
  context: Context,
  request: BatchJoinRequest,
): Promise<BatchJoinResponse> {
  const orders = request.joins.map(orderOrRefusal);
  const joined = await joinBatch(context, orders.filter(isOrder));
  let next = 0;
  const results = orders.map((order) => (order instanceof Error ? order : joined[next++]));
  return create(BatchJoinResponseSchema, { outcomes: results.map(outcomeMessage) });
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

const isOrder = (order: JoinOrder | DomainError): order is JoinOrder => !(order instanceof Error);

function outcomeMessage(result: JoinResult | undefined) {
  if (result === undefined) throw new Error("a join came to nothing");
  return create(JoinOutcomeSchema, {
    outcome:
      result instanceof Error
        ? { case: "refused", value: toRefusal(result) }
        : { case: "entry", value: entryMessage(result) },
  });
}
