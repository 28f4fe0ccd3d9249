import { create } from "@bufbuild/protobuf";
import { DomainError } from "@tms/kit/errors/domain-error";
import { toRefusal } from "@tms/kit/errors/refusal";
import { asDomainError } from "@tms/kit/rpc/interceptors";
import { settledInGroups } from "@tms/kit/rpc/streams";
import { receive } from "@tms/kit/rpc/receive";
import {
  BatchJoinResponseSchema,
  JoinOutcomeSchema,
  JoinRequestSchema,
  type BatchJoinRequest,
  type BatchJoinResponse,
  type JoinOutcome,
  type JoinRequest,
} from "@tms/proto/tms/entry/v1/entry";
import type { Context } from "../context.ts";
import type { JoinOrder, JoinResult } from "../joining/joins.ts";
import { entryMessage } from "../messages.ts";

/** Joins many gamers, each with an outcome of its own, sent as soon as it is known. */
export async function* batchJoin(
  context: Context,
  request: BatchJoinRequest,
): AsyncGenerator<BatchJoinResponse> {
  const outcomes = request.joins.map(async (join, index) =>
    outcomeMessage(index, await resultOf(context, requestOrRefusal(join))),
  );
  for await (const known of settledInGroups(outcomes))
    yield create(BatchJoinResponseSchema, { outcomes: known });
}

// One invalid join must not refuse the others.
const requestOrRefusal = (request: JoinRequest): JoinOrder | DomainError =>
  receive(JoinRequestSchema, request) ?? request;

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
