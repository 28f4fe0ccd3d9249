import { createTms } from "@tms/sdk";

// `node deposit.ts URL KEY HANDLE IDEMPOTENCY-KEY` deposits 5, and prints the transaction's id.
const [baseUrl = "", apiKey = "", handle = "", idempotencyKey = ""] = process.argv.slice(2);
const tms = createTms({ baseUrl, apiKey });
const { transaction } = await tms.wallets.deposit(handle, 5, { idempotencyKey });
console.log(transaction.id);
