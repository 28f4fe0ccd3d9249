import type { MessageShape, MessageValidType } from "@bufbuild/protobuf";
import { Code, ConnectError, type ConnectRouter } from "@connectrpc/connect";
import {
  AccountType,
  TransferKind,
  WalletService,
  type DisbursementSchema,
  type FeeCollection,
  type Transfer,
} from "@tms/proto/tms/wallet/v1/wallet";
import { DomainError } from "../../errors/domain-error.ts";
import { toRefusal } from "../../errors/refusal.ts";
import { registerFake, type FakeRpcs } from "../fake.ts";
import { FakeLedger, specOf, type Ref, type ValidSpec } from "./ledger.ts";

type Rpcs = typeof WalletService.method;
type ValidDisbursement = MessageValidType<typeof DisbursementSchema>;

/** The wallet on a ledger in memory, and all it was asked. */
export class FakeWallet extends FakeLedger {
  /** How calls fail, if they do: without or after having been carried out. */
  fails: "before" | "after" | undefined;
  /** An owner, by id, with whom no fees can be collected. */
  poison: string | undefined;
  /** What a call waits for before anything happens. */
  slow: (() => Promise<void>) | undefined;
  #requests: { rpc: keyof Rpcs; request: unknown }[] = [];

  /** The requests of an RPC that arrived, in their order, since they were last forgotten. */
  requestsOf<K extends keyof Rpcs>(rpc: K): MessageShape<Rpcs[K]["input"]>[] {
    const requests = this.#requests.filter((one) => one.rpc === rpc);
    return requests.map(({ request }) => request as MessageShape<Rpcs[K]["input"]>);
  }

  forgetRequests(): void {
    this.#requests = [];
  }

  /** Serves the RPCs. */
  readonly routes = (router: ConnectRouter): void =>
    registerFake(router, WalletService, this.#rpcs());

  #rpcs(): FakeRpcs<typeof WalletService> {
    return {
      openAccount: this.#answering("openAccount", ({ ref, currency, floorMinorUnits }) => {
        if (floorMinorUnits !== undefined) this.setFloor(ref, currency, floorMinorUnits);
        return { account: this.#accountMessage(ref, currency) };
      }),
      batchCloseAccount: this.#answering("batchCloseAccount", ({ accounts }) => {
        for (const { ref, currency } of accounts) this.close(ref, currency);
        return { accounts: accounts.map((key) => this.#accountMessage(key.ref, key.currency)) };
      }),
      batchGetBalances: this.#answering("batchGetBalances", ({ refs, currency }) => ({
        balances: refs.map((ref) => ({ currency, minorUnits: this.balance(ref, currency) })),
      })),
      batchTransfer: this.#answering("batchTransfer", ({ transfers }) => ({
        outcomes: transfers.map((spec) => ({ outcome: outcomeOf(this.post(spec)) })),
      })),
      batchDisburse: this.#answering("batchDisburse", ({ disbursements }) => ({
        outcomes: disbursements.map((one) => ({ refused: this.#refusedOf(disbursed(one)) })),
      })),
      collectFees: this.#answering("collectFees", ({ collections }) => {
        const poison = this.poison ?? "";
        if (collections.some(({ ownerIds }) => ownerIds.includes(poison)))
          throw new ConnectError("a defect", Code.Internal);
        return { refused: this.#refusedOf(collections.flatMap(collected)) };
      }),
      batchGetTransferTimes: this.#answering("batchGetTransferTimes", ({ transferIds }) => ({
        createTimesMs: transferIds.map((id) => BigInt(this.timeOf(id) ?? 0)),
      })),
      listTransfers: this.#answering("listTransfers", ({ ref, currency }) => ({
        transfers: this.statementOf(ref, currency),
      })),
    };
  }

  #answering<I, O>(rpc: keyof Rpcs, work: (request: I) => O): (request: I) => Promise<O> {
    return async (request) => {
      this.#requests.push({ rpc, request });
      await this.slow?.();
      if (this.fails === "before") throw new ConnectError("down", Code.Unavailable);
      const answer = work(request);
      if (this.fails === "after") throw new ConnectError("cut off", Code.Unavailable);
      return answer;
    };
  }

  #refusedOf(specs: readonly ValidSpec[]) {
    return specs.flatMap((spec) => {
      const refusal = this.post(spec);
      if (!(refusal instanceof DomainError)) return [];
      return [{ transferId: spec.id, refusal: toRefusal(refusal) }];
    });
  }

  #accountMessage(ref: Ref, currency: string) {
    return { ref, balance: { currency, minorUnits: this.balance(ref, currency) } };
  }
}

const outcomeOf = (outcome: Transfer | DomainError) =>
  outcome instanceof DomainError
    ? ({ case: "refused", value: toRefusal(outcome) } as const)
    : ({ case: "posted", value: outcome } as const);

/** The transfers that a disbursement stands for. */
const disbursed = ({ debit, transferIds, ...columns }: ValidDisbursement): ValidSpec[] =>
  transferIds.map((id, index) => {
    const { creditType: type, currency, kind, referenceId } = columns;
    const credit = { gameId: debit.gameId, type, ownerId: columns.ownerIds[index] ?? "" };
    const amount = { currency, minorUnits: columns.minorUnits[index] ?? 0n };
    return specOf({ id, debit, credit, amount, kind, referenceId });
  });

/** The transfers that a fee collection stands for. */
const collected = ({ gameId, tournamentId, transferIds, ...fees }: FeeCollection): ValidSpec[] =>
  transferIds.map((id, index) => {
    const debit = { gameId, type: fees.payer, ownerId: fees.ownerIds[index] ?? "" };
    const credit = { gameId, type: AccountType.PRIZE_POOL, ownerId: tournamentId };
    const amount = { currency: fees.currency, minorUnits: fees.minorUnits };
    const kind = TransferKind.ENTRY_FEE;
    return specOf({ id, debit, credit, amount, kind, referenceId: tournamentId });
  });
