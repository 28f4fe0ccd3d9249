import { DomainError } from "@tms/kit/errors/domain-error";
import { chainsOf, createAdmission, linkedRefusal, type AccountState } from "./balance-limits.ts";
import { contentDigest, type Order } from "./transfer.ts";

/** What is certain of a transfer id, for good. */
export interface Ruling {
  /** Why its transfer is not made; null when it is. */
  refusal: DomainError | null;
  /** Whether an order has the content this was decided for. */
  isFor(order: Order): boolean;
}

/** An order refused for the first time. */
export interface RefusedOrder {
  order: Order;
  error: DomainError;
}

/**
 * Rules on every order of a batch whose id has no ruling yet, chain by chain, and adds to
 * `rulings`. An order refused before, or whose id stands for something else, refuses what is
 * undecided of its chain: a chain that cannot happen whole must not happen in part.
 */
export function rule(
  orders: readonly Order[],
  accounts: ReadonlyMap<string, AccountState>,
  rulings: Map<string, Ruling>,
): { admitted: Order[]; refused: RefusedOrder[] } {
  const admit = createAdmission(accounts);
  const admitted: Order[] = [];
  const refused: RefusedOrder[] = [];
  for (const chain of chainsOf(orders)) {
    const fresh = freshOf(chain, rulings);
    const spoilt = chain.some((order) => isRefused(order, rulings, fresh));
    const decisions = spoilt ? fresh.map(linkedRefusal) : admit(fresh);
    fresh.forEach((order, index) => {
      const error = decisions[index] ?? null;
      rulings.set(order.id, { refusal: error, isFor: (other) => sameOrder(order, other) });
      if (error) refused.push({ order, error });
      else admitted.push(order);
    });
  }
  return { admitted, refused };
}

/** Why an order that was ruled on is refused, if it is. */
export function refusalOf(order: Order, rulings: ReadonlyMap<string, Ruling>): DomainError | null {
  const ruling = rulings.get(order.id);
  if (ruling === undefined) throw new Error("a transfer was neither made nor refused");
  return ruling.isFor(order) ? ruling.refusal : reused();
}

/** The orders of a chain that nothing is certain of, each id once. */
function freshOf(chain: readonly Order[], rulings: ReadonlyMap<string, Ruling>): Order[] {
  const seen = new Set<string>();
  return chain.filter(({ id }) => !rulings.has(id) && !seen.has(id) && seen.add(id));
}

function isRefused(
  order: Order,
  rulings: ReadonlyMap<string, Ruling>,
  fresh: readonly Order[],
): boolean {
  if (rulings.has(order.id)) return refusalOf(order, rulings) !== null;
  const first = fresh.find(({ id }) => id === order.id);
  return first !== undefined && !sameOrder(first, order);
}

const sameOrder = (one: Order, other: Order): boolean =>
  one === other || contentDigest(one).equals(contentDigest(other));

const reused = () =>
  new DomainError("TRANSFER_ID_REUSED", "This transfer id was used before with other content.");
