import type { ConnectRouter } from "@connectrpc/connect";
import { registerRpcs } from "@tms/kit/rpc/rpcs";
import { WalletService } from "@tms/proto/tms/wallet/v1/wallet";
import type { Context } from "./context.ts";
import { batchCloseAccount } from "./rpc/batch-close-account.ts";
import { batchDisburse } from "./rpc/batch-disburse.ts";
import { batchGetBalances } from "./rpc/batch-get-balances.ts";
import { batchGetTransferTimes } from "./rpc/batch-get-transfer-times.ts";
import { batchTransfer } from "./rpc/batch-transfer.ts";
import { collectFees } from "./rpc/collect-fees.ts";
import { findAccount } from "./rpc/find-account.ts";
import { getAccount } from "./rpc/get-account.ts";
import { getLedger } from "./rpc/get-ledger.ts";
import { getTransfer } from "./rpc/get-transfer.ts";
import { listAccounts } from "./rpc/list-accounts.ts";
import { listJournal } from "./rpc/list-journal.ts";
import { listTransfers } from "./rpc/list-transfers.ts";
import { openAccount } from "./rpc/open-account.ts";

/** The wallet's RPCs. */
export const routes = (context: Context) => (router: ConnectRouter) =>
  registerRpcs(router, WalletService, {
    openAccount: openAccount(context),
    batchCloseAccount: batchCloseAccount(context),
    getAccount: getAccount(context),
    batchGetBalances: batchGetBalances(context),
    batchTransfer: batchTransfer(context),
    batchDisburse: batchDisburse(context),
    collectFees: collectFees(context),
    getTransfer: getTransfer(context),
    batchGetTransferTimes: batchGetTransferTimes(context),
    listJournal: listJournal(context),
    listTransfers: listTransfers(context),
    getLedger: getLedger(context),
    listAccounts: listAccounts(context),
    findAccount: findAccount(context),
  });
