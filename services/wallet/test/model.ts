/** A transfer as the model sees it; accounts by their index. */
export interface ModelOrder {
  id: number;
  debit: number;
  credit: number;
  cents: bigint;
  linked: boolean;
  kind: "deposit" | "entry fee" | "payout";
}

/** An account of the model; no floor is minus infinity. */
export interface ModelAccount {
  cents: bigint;
  floor: bigint | null;
  closed: boolean;
}

interface Decided {
  order: ModelOrder;
  outcome: string;
}

const LIMIT = 9_007_199_254_740_991n;
const contentOf = ({ debit, credit, cents, kind }: ModelOrder) =>
  `${debit} ${credit} ${cents} ${kind}`;

/** The ledger in the fewest words: one order after another, a copy of the accounts per chain. */
export class LedgerModel {
  accounts: ModelAccount[];
  private readonly decided = new Map<number, Decided>();

  constructor(accounts: readonly ModelAccount[]) {
    this.accounts = accounts.map((account) => ({ ...account }));
  }

  post(orders: readonly ModelOrder[]): string[] {
    for (let start = 0; start < orders.length;) {
      let end = start;
      while (orders[end]?.linked) end++;
      this.postChain(orders.slice(start, end + 1));
      start = end + 1;
    }
    const outcomes = orders.map((order) => this.outcomeOf(order) ?? "undecided");
    // A payout that was refused may be tried again.
    for (const [id, { order, outcome }] of this.decided)
      if (order.kind === "payout" && outcome !== "posted") this.decided.delete(id);
    return outcomes;
  }

  private postChain(chain: readonly ModelOrder[]): void {
    const fresh = chain.filter(
      (order, index) =>
        !this.decided.has(order.id) && chain.findIndex(({ id }) => id === order.id) === index,
    );
    const lost = chain.some((order) => {
      const twin = fresh.find(({ id }) => id === order.id) ?? order;
      return (
        (this.outcomeOf(order) ?? "posted") !== "posted" || contentOf(twin) !== contentOf(order)
      );
    });
    const copy = this.accounts.map((account) => ({ ...account }));
    const verdicts = lost ? fresh.map(() => "posted") : fresh.map((order) => move(copy, order));
    const whole = !lost && verdicts.every((verdict) => verdict === "posted");
    if (whole) this.accounts = copy;
    fresh.forEach((order, index) => {
      const own = verdicts[index] ?? "";
      const outcome = whole || own !== "posted" ? own : "LINKED_TRANSFER_REFUSED";
      this.decided.set(order.id, { order, outcome });
    });
  }

  private outcomeOf(order: ModelOrder): string | undefined {
    const before = this.decided.get(order.id);
    if (before === undefined) return undefined;
    return contentOf(before.order) === contentOf(order) ? before.outcome : "TRANSFER_ID_REUSED";
  }
}

function move(accounts: ModelAccount[], { debit, credit, cents, kind }: ModelOrder): string {
  const [from, to] = [accounts[debit], accounts[credit]];
  if (!from || !to) throw new Error("the model knows no such account");
  if (to.closed && kind !== "payout") return "ACCOUNT_CLOSED";
  if (from.closed && kind === "entry fee") return "ACCOUNT_CLOSED";
  if (from.floor !== null && from.cents - cents < from.floor) return "INSUFFICIENT_FUNDS";
  if (from.cents - cents < -LIMIT && kind === "deposit") return "OUTSIDE_ACCOUNT_FULL";
  if (from.cents - cents < -LIMIT || to.cents + cents > LIMIT) return "BALANCE_OVERFLOW";
  from.cents -= cents;
  to.cents += cents;
  return "posted";
}
