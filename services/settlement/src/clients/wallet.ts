import type { MessageInitShape } from "@bufbuild/protobuf";
import type { Client } from "@connectrpc/connect";
import type {
  Account as WalletAccount,
  AccountRef,
  DisbursementSchema,
  RefusedTransfer,
  WalletService,
} from "@tms/proto/tms/wallet/v1/wallet";
import { batched } from "../batching/batched.ts";

/** An account by its owner, type and currency. */
export interface Account {
  ref: Pick<AccountRef, "gameId" | "type" | "ownerId">;
  currency: string;
}

/** Transfers out of one account. */
export type Disbursement = Required<
  Pick<
    MessageInitShape<typeof DisbursementSchema>,
    | "debit"
    | "currency"
    | "referenceId"
    | "creditType"
    | "kind"
    | "transferIds"
    | "ownerIds"
    | "minorUnits"
  >
>;

/** A settlement's calls to the wallet. */
export interface BatchedWalletClient {
  /** Closes an account; returns its balance in minor units, if it came with one. */
  closeAccount(account: Account): Promise<{ balance?: bigint }>;
  /** Makes transfers; returns those that were refused. */
  disburse(disbursement: Disbursement): Promise<readonly RefusedTransfer[]>;
  balanceOf(account: Account): Promise<bigint | undefined>;
}

// As many as a small tournament has prizes; more go by themselves.
const SMALL_DISBURSEMENT = 32;

export function batchedWalletClient(wallet: Client<typeof WalletService>): BatchedWalletClient {
  const disburse = async (disbursements: readonly Disbursement[]) => {
    const { outcomes } = await wallet.batchDisburse({ disbursements: [...disbursements] });
    return outcomes.map(({ refused }) => refused);
  };
  const disburseTogether = batched(disburse);
  return {
    closeAccount: batched(async (accounts: readonly Account[]) => {
      const closed = await wallet.batchCloseAccount({ accounts: [...accounts] });
      return closed.accounts.map(balanceIn);
    }),
    async disburse(disbursement) {
      if (disbursement.transferIds.length <= SMALL_DISBURSEMENT)
        return await disburseTogether(disbursement);
      const [refused] = await disburse([disbursement]);
      if (refused === undefined)
        throw new Error("the wallet returned no outcome for a disbursement");
      return refused;
    },
    balanceOf: batched(async (accounts: readonly Account[]) => {
      const balances = new Map<Account, bigint | undefined>();
      for (const [currency, same] of Map.groupBy(accounts, (account) => account.currency)) {
        const refs = same.map(({ ref }) => ref);
        const read = await wallet.batchGetBalances({ refs, currency });
        same.forEach((account, index) => balances.set(account, read.balances[index]?.minorUnits));
      }
      return accounts.map((account) => balances.get(account));
    }),
  };
}

const balanceIn = (account: WalletAccount | undefined): { balance?: bigint } =>
  account?.balance ? { balance: account.balance.minorUnits } : {};
