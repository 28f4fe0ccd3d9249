/** A transfer as the model sees it; accounts by their index. */
export interface ModelOrder {
  id: number;
  debit: number;
  credit: number;
  cents: bigint;
  linked: boolean;
}

/** An account of the model; no floor is minus infinity. */
export interface ModelAccount {
  cents: bigint;
  floor: bigint | null;
  closed: boolean;
}

const contentOf = (order: ModelOrder) => `${order.debit} ${order.credit} ${order.cents}`;

/** The ledger in the fewest words: one order after another, a copy of the books per chain. */
export class LedgerModel {
  accounts: ModelAccount[];
  private readonly decided = new Map<number, { content: string; outcome: string }>();

  constructor(accounts: readonly ModelAccount[]) {
    this.accounts = accounts.map((account) => ({ ...account }));
  }

  post(orders: readonly ModelOrder[]): string[] {
    const outcomes: string[] = [];
    for (let start = 0; start < orders.length;) {
      let end = start;
      while (orders[end]?.linked) end++;
      this.postChain(orders.slice(start, end + 1));
      start = end + 1;
    }
    for (const order of orders) outcomes.push(this.outcomeOf(order) ?? "undecided");
    return outcomes;
  }

  private postChain(chain: readonly ModelOrder[]): void {
    const fresh = chain.filter(
      (order, index) =>
        !this.decided.has(order.id) && chain.findIndex(({ id }) => id === order.id) === index,
    );
    const lost = chain.some((order) => {
      const twin = fresh.find(({ id }) => id === order.id);
      return (this.outcomeOf(order) ?? "posted") !== "posted" || !sameContent(twin, order);
    });
    const copy = this.accounts.map((account) => ({ ...account }));
    const verdicts = lost ? fresh.map(() => "posted") : fresh.map((order) => move(copy, order));
    const whole = !lost && verdicts.every((verdict) => verdict === "posted");
    if (whole) this.accounts = copy;
    fresh.forEach((order, index) => {
      const own = verdicts[index] ?? "";
      const outcome = whole || own !== "posted" ? own : "LINKED_TRANSFER_REFUSED";
      this.decided.set(order.id, { content: contentOf(order), outcome });
    });
  }

  private outcomeOf(order: ModelOrder): string | undefined {
    const before = this.decided.get(order.id);
    if (before === undefined) return undefined;
    return before.content === contentOf(order) ? before.outcome : "TRANSFER_ID_REUSED";
  }
}

const sameContent = (one: ModelOrder | undefined, other: ModelOrder) =>
  one === undefined || contentOf(one) === contentOf(other);

function move(accounts: ModelAccount[], { debit, credit, cents }: ModelOrder): string {
  const [from, to] = [accounts[debit], accounts[credit]];
  if (!from || !to) throw new Error("the model knows no such account");
  if (to.closed) return "ACCOUNT_CLOSED";
  if (from.floor !== null && from.cents - cents < from.floor) return "INSUFFICIENT_FUNDS";
  from.cents -= cents;
  to.cents += cents;
  return "posted";
}
