import { create, type MessageValidType } from "@bufbuild/protobuf";
import { timestampNow } from "@bufbuild/protobuf/wkt";
import type { ConnectRouter } from "@connectrpc/connect";
import { DomainError } from "@tms/kit/errors/domain-error";
import { toRefusal } from "@tms/kit/errors/refusal";
import { registerFake } from "@tms/kit/testing/fake";
import {
  AccountType,
  TransferSchema,
  WalletService,
  type AccountRef,
  type Transfer,
  type TransferSpecSchema,
} from "@tms/proto/tms/wallet/v1/wallet";

const isSame = (a: AccountRef | undefined, b: AccountRef) =>
  a?.gameId === b.gameId && a.type === b.type && a.ownerId === b.ownerId;
const effect = ({ spec }: Transfer, account: AccountRef) =>
  (isSame(spec?.credit, account) ? 1n : isSame(spec?.debit, account) ? -1n : 0n) *
  (spec?.amount?.minorUnits ?? 0n);

/** A ledger in memory: balances are what its transfers add up to. */
export function fakeWallets() {
  const transfers: Transfer[] = [];
  const balance = (account: AccountRef) =>
    transfers.reduce((sum, transfer) => sum + effect(transfer, account), 0n);

  function post(spec: MessageValidType<typeof TransferSpecSchema>): Transfer | DomainError {
    const known = transfers.find((made) => made.spec?.id === spec.id);
    if (known && known.spec?.amount?.minorUnits !== spec.amount.minorUnits)
      return new DomainError("TRANSFER_ID_REUSED", "The transfer id was used before.");
    if (known) return known;
    if (spec.debit.type === AccountType.GAMER && balance(spec.debit) < spec.amount.minorUnits)
      return new DomainError("INSUFFICIENT_FUNDS", "The wallet does not hold enough.");
    const sequence = BigInt(transfers.length + 1);
    const made = create(TransferSchema, { spec, sequence, createTime: timestampNow() });
    transfers.push(made);
    return made;
  }

  return (router: ConnectRouter) =>
    registerFake(router, WalletService, {
      batchTransfer: ({ transfers: specs }) => ({
        outcomes: specs.map(post).map((outcome) => ({
          outcome:
            outcome instanceof DomainError
              ? ({ case: "refused", value: toRefusal(outcome) } as const)
              : ({ case: "posted", value: outcome } as const),
        })),
      }),
      batchGetBalances: ({ refs, currency }) => ({
        balances: refs.map((account) => ({ currency, minorUnits: balance(account) })),
      }),
      listTransfers({ ref }) {
        if (!ref) throw new Error("validated before");
        let after = 0n;
        const lines = transfers
          .filter((transfer) => effect(transfer, ref) !== 0n)
          .map((transfer) => ({
            ...transfer,
            balanceAfterMinorUnits: (after += effect(transfer, ref)),
          }));
        return { transfers: lines.toReversed() };
      },
    });
}
