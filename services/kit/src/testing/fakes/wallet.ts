import type { MessageShape, MessageValidType } from "@bufbuild/protobuf";
import { timestampNow } from "@bufbuild/protobuf/wkt";
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
import { derivedId } from "../../values/ids.ts";
import { registerFake, type FakeRpcs } from "../fake.ts";
import { FakeLedger, specOf, type Ref, type ValidSpec } from "./ledger.ts";

type Rpcs = typeof WalletService.method;
type ValidDisbursement = MessageValidType<typeof DisbursementSchema>;

const TYPES = [
  AccountType.EXTERNAL,
  AccountType.GAME,
  AccountType.GAMER,
  AccountType.PRIZE_POOL,
  AccountType.PLATFORM,
] as const;

/** The wallet on a ledger in memory, and all it was asked. */
export class FakeWallet extends FakeLedger {
  /** How calls fail, if they do: without or after having been carried out. */
  fails: "before" | "after" | undefined;
  /** From which call on, counted since requests were last forgotten. */
  failsFrom = 1;
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
      getLedger: this.#answering("getLedger", ({ gameId }) => this.#ledgerOf(gameId)),
      listAccounts: this.#answering("listAccounts", ({ gameId, type }) => ({
        accounts: this.#accountsOf(gameId).filter(({ ref }) => type === 0 || ref.type === type),
      })),
      findAccount: this.#answering("findAccount", ({ gameId, accountId }) => {
        const account = this.#accountsOf(gameId).find(({ id }) => id === accountId);
        if (!account)
          throw new DomainError("ACCOUNT_NOT_FOUND", "No such account was ever opened.");
        return { account };
      }),
      listTransfers: this.#answering("listTransfers", ({ ref, currency }) => ({
        transfers: this.statementOf(ref, currency),
      })),
    };
  }

  #answering<I, O>(rpc: keyof Rpcs, work: (request: I) => O): (request: I) => Promise<O> {
    return async (request) => {
      this.#requests.push({ rpc, request });
      await this.slow?.();
      const fails = this.#requests.length >= this.failsFrom ? this.fails : undefined;
      if (fails === "before") throw new ConnectError("down", Code.Unavailable);
      const answer = work(request);
      if (fails === "after") throw new ConnectError("cut off", Code.Unavailable);
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

  #accountsOf(gameId: string) {
    return this.refs(gameId).map((ref) => ({
      ...this.#accountMessage(ref, "USD"),
      id: derivedId("account", ref.gameId, String(ref.type), ref.ownerId, "USD"),
      createTime: timestampNow(),
    }));
  }

  #ledgerOf(gameId: string) {
    const balances = TYPES.map((type) => ({
      type,
      minorUnits: this.refs(gameId)
        .filter((ref) => ref.type === type)
        .reduce((sum, ref) => sum + this.balance(ref), 0n),
    }));
    const sumMinorUnits = balances.reduce((sum, { minorUnits }) => sum + minorUnits, 0n);
    return { balances, sumMinorUnits, asOfTime: timestampNow() };
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
