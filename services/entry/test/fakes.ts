import { registerFake } from "@tms/kit/testing/fake";
import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { Code, ConnectError, createRouterTransport } from "@connectrpc/connect";
import { clientOver } from "@tms/kit/rpc/client";
import { DomainError } from "@tms/kit/errors/domain-error";
import { toRefusal } from "@tms/kit/errors/refusal";
import { serverInterceptors } from "@tms/kit/rpc/interceptors";
import { createLogger } from "@tms/kit/process/log";
import {
  TournamentService,
  type GetTournamentRequest,
  type TournamentSchema,
} from "@tms/proto/tms/tournament/v1/tournament";
import {
  AccountType,
  TransferKind,
  TransferSpecSchema,
  WalletService,
  type CollectFeesRequest,
  type FeeCollection,
  type TransferSpec,
} from "@tms/proto/tms/wallet/v1/wallet";
import type { Clients } from "../src/context.ts";

/** A ledger in a few lines: idempotent by transfer id, wallets with a floor of zero. */
export class FakeWallet {
  /** Every transfer made, by id. */
  readonly made = new Map<string, TransferSpec>();
  /** What gamers have, by gamer id; absent means nothing. */
  readonly funds = new Map<string, bigint>();
  readonly closedPools = new Set<string>();
  /** How calls fail, if they do: without or after having been carried out. */
  fails: "before" | "after" | undefined;
  /** A gamer, by id, with whom no call can be carried out. */
  poison: string | undefined;
  /** What a call waits for before anything happens. */
  slow: (() => Promise<void>) | undefined;
  calls = 0;
  private readonly refused = new Map<string, DomainError>();

  async collectFees({ collections }: CollectFeesRequest) {
    this.calls++;
    await this.slow?.();
    if (this.fails === "before") throw timeout();
    if (collections.some(({ ownerIds }) => ownerIds.includes(this.poison ?? "")))
      throw new ConnectError("a defect", Code.Internal);
    const refused = collections.flatMap(specsOf).flatMap((spec) => {
      const refusal = this.transfer(spec);
      return refusal ? [{ transferId: spec.id, refusal: toRefusal(refusal) }] : [];
    });
    if (this.fails === "after") throw timeout();
    return { refused };
  }

  private transfer(spec: TransferSpec): DomainError | undefined {
    if (this.made.has(spec.id)) return undefined;
    const refusal = this.refused.get(spec.id) ?? this.refusalOf(spec);
    if (refusal) {
      this.refused.set(spec.id, refusal);
      return refusal;
    }
    if (spec.debit?.type === AccountType.GAMER) {
      const { ownerId } = spec.debit;
      this.funds.set(ownerId, (this.funds.get(ownerId) ?? 0n) - amountOf(spec));
    }
    this.made.set(spec.id, spec);
    return undefined;
  }

  private refusalOf(spec: TransferSpec): DomainError | undefined {
    if (this.closedPools.has(spec.credit?.ownerId ?? ""))
      return new DomainError("ACCOUNT_CLOSED", "The account is closed.");
    const { type, ownerId = "" } = spec.debit ?? {};
    if (type === AccountType.GAMER && (this.funds.get(ownerId) ?? 0n) < amountOf(spec))
      return new DomainError("INSUFFICIENT_FUNDS", "There is too little in it.");
    return undefined;
  }

  /** The charges of one tournament. */
  charges(tournamentId: string): TransferSpec[] {
    return [...this.made.values()].filter((spec) => spec.credit?.ownerId === tournamentId);
  }
}

/** The transfers that a collection stands for. */
function specsOf({ gameId, tournamentId, currency, minorUnits, ...fees }: FeeCollection) {
  return fees.transferIds.map((id, index) =>
    create(TransferSpecSchema, {
      id,
      debit: { gameId, type: fees.payer, ownerId: fees.ownerIds[index] ?? "" },
      credit: { gameId, type: AccountType.PRIZE_POOL, ownerId: tournamentId },
      amount: { currency, minorUnits },
      kind: TransferKind.ENTRY_FEE,
      referenceId: tournamentId,
    }),
  );
}

const amountOf = (spec: TransferSpec) => spec.amount?.minorUnits ?? 0n;
const timeout = () => new ConnectError("too late", Code.DeadlineExceeded);

/** The tournaments there are, of any game. */
export class FakeTournaments {
  readonly known = new Map<string, MessageInitShape<typeof TournamentSchema>>();
  /** What an answer waits for after it was read, as when it travels slowly. */
  slow: (() => Promise<void>) | undefined;
  down = false;
  calls = 0;

  async getTournament({ gameId, tournamentId }: GetTournamentRequest) {
    this.calls++;
    if (this.down) throw new ConnectError("down", Code.Unavailable);
    const tournament = this.known.get(tournamentId.toLowerCase());
    if (tournament?.gameId !== gameId.toLowerCase())
      throw new DomainError("TOURNAMENT_NOT_FOUND", "There is no tournament of that id.");
    const answer = { tournament: { ...tournament } };
    await this.slow?.();
    return answer;
  }
}

/** Clients of the fakes: messages really travel, in memory, through the real interceptors. */
export function clientsOf(tournaments: FakeTournaments, wallet: FakeWallet): Clients {
  const interceptors = serverInterceptors(createLogger("fakes", "silent"));
  const transport = createRouterTransport(
    (router) => {
      registerFake(router, TournamentService, {
        getTournament: (request) => tournaments.getTournament(request),
      });
      registerFake(router, WalletService, {
        collectFees: (request) => wallet.collectFees(request),
      });
    },
    { router: { interceptors } },
  );
  return {
    tournaments: clientOver(TournamentService, transport),
    wallet: clientOver(WalletService, transport),
  };
}
