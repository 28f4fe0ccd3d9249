/** A transfer between two accounts of the model, given by their index. */
export interface ModelTransfer {
  id: number;
  debit: number;
  credit: number;
  cents: bigint;
  linked: boolean;
  kind: "deposit" | "entry fee" | "payout";
}

/** An account of the model; null means that it has no floor. */
export interface ModelAccount {
  cents: bigint;
  floor: bigint | null;
  closed: boolean;
}

interface Decided {
  transfer: ModelTransfer;
  outcome: string;
}

const LIMIT = 9_007_199_254_740_991n;
const contentOf = ({ debit, credit, cents, kind }: ModelTransfer) =>
  `${debit} ${credit} ${cents} ${kind}`;

/** A ledger that posts one transfer after another, each chain on a copy of the accounts. */
export class LedgerModel {
  accounts: ModelAccount[];
  private readonly decided = new Map<number, Decided>();

  constructor(accounts: readonly ModelAccount[]) {
    this.accounts = accounts.map((account) => ({ ...account }));
  }

  post(transfers: readonly ModelTransfer[]): string[] {
    for (let start = 0; start < transfers.length;) {
      let end = start;
      while (transfers[end]?.linked) end++;
      this.postChain(transfers.slice(start, end + 1));
      start = end + 1;
    }
    const outcomes = transfers.map((transfer) => this.outcomeOf(transfer) ?? "undecided");
    // A refused payout can be repeated.
    for (const [id, { transfer, outcome }] of this.decided)
      if (transfer.kind === "payout" && outcome !== "posted") this.decided.delete(id);
    return outcomes;
  }

  private postChain(chain: readonly ModelTransfer[]): void {
    const undecided = chain.filter(
      (transfer, index) =>
        !this.decided.has(transfer.id) && chain.findIndex(({ id }) => id === transfer.id) === index,
    );
    const lost = chain.some((transfer) => {
      const twin = undecided.find(({ id }) => id === transfer.id) ?? transfer;
      return (
        (this.outcomeOf(transfer) ?? "posted") !== "posted" ||
        contentOf(twin) !== contentOf(transfer)
      );
    });
    const copy = this.accounts.map((account) => ({ ...account }));
    const outcomes = lost
      ? undecided.map(() => "posted")
      : undecided.map((transfer) => move(copy, transfer));
    const whole = !lost && outcomes.every((each) => each === "posted");
    if (whole) this.accounts = copy;
    undecided.forEach((transfer, index) => {
      const own = outcomes[index] ?? "";
      const outcome = whole || own !== "posted" ? own : "LINKED_TRANSFER_REFUSED";
      this.decided.set(transfer.id, { transfer, outcome });
    });
  }

  private outcomeOf(transfer: ModelTransfer): string | undefined {
    const before = this.decided.get(transfer.id);
    if (before === undefined) return undefined;
    return contentOf(before.transfer) === contentOf(transfer)
      ? before.outcome
      : "TRANSFER_ID_REUSED";
  }
}

function move(accounts: ModelAccount[], { debit, credit, cents, kind }: ModelTransfer): string {
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
