import { newId } from "@tms/kit/values/ids";
import type { Answer, Api } from "../../harness/api.ts";
import type { CrashSystem } from "./system.ts";

/**
 * A request as a careful client makes it: under one key, however often. Undefined when it was
 * not answered: then, and only then, it is to be made again.
 */
export function careful(api: Api, method: "GET" | "POST" | "PATCH", path: string, body?: unknown) {
  const headers = { "idempotency-key": newId() };
  return async (): Promise<Answer | undefined> => {
    // A connection that breaks is no answer.
    const answer = await api.call(method, path, body, { headers }).catch(() => undefined);
    if (answer === undefined || answer.status >= 500) return undefined;
    return answer.body.code === "request_in_flight" ? undefined : answer;
  };
}

/** A game's transfers by kind: their number, and their sum in minor units. */
export async function ledgerOf(
  { db }: CrashSystem,
  gameId: string,
): Promise<Record<string, string>> {
  const { rows } = await db.query<{ kind: keyof typeof KINDS; sum: string }>(
    `SELECT kind, count(*) || ' of ' || sum(amount_minor) AS sum
     FROM wallet.transfer WHERE game_id = $1 GROUP BY kind`,
    [gameId],
  );
  return Object.fromEntries(rows.map(({ kind, sum }) => [KINDS[kind], sum]));
}

const KINDS = {
  deposit: "deposits",
  withdrawal: "withdrawals",
  entry_fee: "fees",
  payout: "payouts",
  platform_fee: "platform",
  refund: "refunds",
};

/** The number a query of one row and column comes to. */
export async function numberOf({ db }: CrashSystem, query: string, ...values: unknown[]) {
  const { rows } = await db.query<{ n: string }>(`SELECT (${query}) AS n`, values);
  return Number(rows[0]?.n);
}
