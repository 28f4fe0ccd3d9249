import { create } from "@bufbuild/protobuf";
import { DomainError } from "@tms/kit/errors/domain-error";
import { toRefusal } from "@tms/kit/errors/refusal";
import { asDomainError } from "@tms/kit/rpc/interceptors";
import { settledInGroups } from "@tms/kit/rpc/streams";
import { faultOf } from "@tms/kit/rpc/validate";
import {
  BatchJoinRequestSchema,
  BatchJoinResponseSchema,
  JoinOutcomeSchema,
  JoinRequestSchema,
  type BatchJoinRequest,
  type BatchJoinResponse,
  type JoinOutcome,
  type JoinRequest,
} from "@tms/proto/tms/entry/v1/entry";
import type { Context } from "../context.ts";
import type { JoinOrder, JoinResult } from "../joins.ts";
import { entryMessage } from "../messages.ts";
import { joinOrder } from "./join.ts";

/** Joins many gamers, each with an outcome of its own, sent as soon as it is known. */
export async function* batchJoin(
  context: Context,
  request: BatchJoinRequest,
): AsyncGenerator<BatchJoinResponse> {
  const fault = faultOf(BatchJoinRequestSchema, request);
  if (fault) throw fault;
  const outcomes = request.joins.map(async (join, index) =>
    outcomeMessage(index, await resultOf(context, orderOrRefusal(join))),
  );
  for await (const known of settledInGroups(outcomes))
    yield create(BatchJoinResponseSchema, { outcomes: known });
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

function outcomeMessage(index: number, result: JoinResult): JoinOutcome {
  return create(JoinOutcomeSchema, {
    index,
    outcome:
      result instanceof Error
        ? { case: "refused", value: toRefusal(result) }
        : { case: "entry", value: entryMessage(result) },
  });
}
