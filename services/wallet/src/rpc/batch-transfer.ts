import type { MessageInitShape } from "@bufbuild/protobuf";
import { invalidField } from "@tms/kit/errors/domain-error";
import { toRefusal } from "@tms/kit/errors/refusal";
import { originOf } from "@tms/kit/rpc/origin";
import type { TransferOutcomeSchema } from "@tms/proto/tms/wallet/v1/wallet";
import type { Context, Rpcs } from "../context.ts";
import { post, type Outcome } from "../ledger/post.ts";
import {
  requestedTransfer,
  type RequestedTransfer,
  type TransferSpec,
} from "../ledger/transfer.ts";
import { findMade } from "../db/transfers.ts";
import { madeMessage } from "../messages.ts";

/** Makes transfers in one transaction, each with an outcome of its own. */
export const batchTransfer =
  (context: Context): Rpcs["batchTransfer"] =>
  async ({ transfers: given }, call) => {
    if (given.at(-1)?.linked)
      throw invalidField("transfers", "must not end with a linked transfer");
    const specs = await withEarlierIds(context, given);
    const origin = originOf(call);
    const transfers = specs.map((spec, index) =>
      requestedTransfer(spec, `transfers[${index}]`, origin),
    );
    const outcomes = await postTogether(context, transfers);
    return { outcomes: specs.map((spec, index) => outcomeMessage(spec, outcomes[index])) };
  };

/**
 * Gives a transfer that was made for the gateway of the release before the id that it has, so that its
 * repeat moves no money. Can be removed in the next release.
 */
async function withEarlierIds(
  { db }: Context,
  specs: readonly TransferSpec[],
): Promise<readonly TransferSpec[]> {
  const ids = specs.flatMap(({ earlierId }) => earlierId ?? []);
  const made = ids.length === 0 ? new Set() : await findMade(db, ids);
  return specs.map((spec) =>
    spec.earlierId !== undefined && made.has(spec.earlierId)
      ? { ...spec, id: spec.earlierId }
      : spec,
  );
}

/** One transfer alone shares its transaction with those of other calls that arrive at the same time. */
async function postTogether(
  { db, postOne }: Context,
  transfers: readonly RequestedTransfer[],
): Promise<Outcome[]> {
  const [only, ...others] = transfers;
  if (only !== undefined && others.length === 0) return [await postOne(only)];
  return await post(db, transfers);
}

function outcomeMessage(
  spec: TransferSpec,
  outcome: Outcome | undefined,
): MessageInitShape<typeof TransferOutcomeSchema> {
  if (outcome === undefined) throw new Error("a transfer was neither made nor refused");
  return outcome instanceof Error
    ? { outcome: { case: "refused", value: toRefusal(outcome) } }
    : { outcome: { case: "posted", value: madeMessage(spec, outcome) } };
}
