import { DomainError, found, invalidField } from "@tms/kit/errors/domain-error";
import { toOutcome } from "@tms/kit/errors/status";
import { originOf } from "@tms/kit/rpc/origin";
import type { Context, Rpcs } from "../context.ts";
import { findMade, findTransfer, findTransferTimes } from "../db/transfers.ts";
import { disburse, toTransfers } from "../ledger/disbursements.ts";
import { collectAtOnce } from "../ledger/fees.ts";
import { post, postAndReturnRefused, type Outcome } from "../ledger/post.ts";
import { requestedTransfer, type TransferSpec } from "../ledger/transfer.ts";
import { madeMessage, refusedMessages, transferMessage } from "../messages.ts";

// The maximum numbers of transfers in a call. One statement makes them within some tens of milliseconds.
const MAX_DISBURSED = 4_096;
const MAX_FEES = 1_000;

export const transferRpcs = {
  async batchTransfer(context, { transfers: given }, call) {
    if (given.at(-1)?.linked)
      throw invalidField("transfers", "must not end with a linked transfer");
    const specs = await withEarlierIds(context, given);
    const origin = originOf(call);
    const transfers = specs.map((spec, index) =>
      requestedTransfer(spec, `transfers[${index}]`, origin),
    );
    const [only, ...others] = transfers;
    // A single transfer shares its transaction with other calls.
    const outcomes =
      only !== undefined && others.length === 0
        ? [await context.postOne(only)]
        : await post(context.db, transfers);
    return { outcomes: specs.map((spec, index) => outcomeMessage(spec, outcomes[index])) };
  },

  async batchDisburse({ db }, { disbursements }) {
    if (countTransfers(disbursements) > MAX_DISBURSED)
      throw invalidField("disbursements", `must have at most ${MAX_DISBURSED} transfers`);
    const transfers = disbursements.map((request, index) =>
      toTransfers(request, `disbursements[${index}].`),
    );
    const refused = await disburse(db, transfers);
    return { outcomes: refused.map((each) => ({ refused: refusedMessages(each) })) };
  },

  async collectFees({ db }, { collections }) {
    if (countTransfers(collections) > MAX_FEES)
      throw invalidField("collections", `must have at most ${MAX_FEES} fees`);
    const rest = await collectAtOnce(db, collections);
    if (rest.length === 0) return {};
    return { refused: refusedMessages(await postAndReturnRefused(db, rest)) };
  },

  async getTransfer({ db }, { gameId, transferId }) {
    const row = found(await findTransfer(db, gameId, transferId), "TRANSFER_NOT_FOUND");
    return { transfer: transferMessage(row) };
  },

  async batchGetTransferTimes({ db }, { gameId, transferIds }) {
    const times = await findTransferTimes(db, gameId, transferIds);
    return { createTimesMs: transferIds.map((id) => BigInt(times.get(id)?.getTime() ?? 0)) };
  },
} satisfies Rpcs;

const countTransfers = (groups: readonly { transferIds: readonly string[] }[]): number =>
  groups.reduce((sum, { transferIds }) => sum + transferIds.length, 0);

// A gateway of the previous release may have made a transfer with another id. A repeat must use that id.
// Remove this function in the next release.
async function withEarlierIds({ db }: Context, specs: readonly TransferSpec[]) {
  const ids = specs.flatMap(({ earlierId }) => earlierId ?? []);
  const made = ids.length === 0 ? new Set() : await findMade(db, ids);
  return specs.map((spec) =>
    spec.earlierId !== undefined && made.has(spec.earlierId)
      ? { ...spec, id: spec.earlierId }
      : spec,
  );
}

function outcomeMessage(spec: TransferSpec, outcome: Outcome | undefined) {
  if (outcome === undefined) throw new Error("a transfer was neither made nor refused");
  const result = outcome instanceof DomainError ? outcome : madeMessage(spec, outcome);
  return { outcome: toOutcome("posted", result) };
}
