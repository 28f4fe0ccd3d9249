import type { DomainError } from "@tms/kit/errors/domain-error";
import { linkedTransferRefused, transferIdReused } from "../errors.ts";
import type { AccountState } from "./balance-limits.ts";
import { chainsOf, createChainCheck } from "./chains.ts";
import { contentDigest, type RequestedTransfer } from "./transfer.ts";

/** What is decided of a transfer id, for good. */
export interface Decision {
  /** Why its transfer is not made; null when it is. */
  refusal: DomainError | null;
  /** Whether a transfer has the content that this was decided for. */
  isFor(transfer: RequestedTransfer): boolean;
}

/** A transfer, and why it is refused. */
export interface RefusedTransfer {
  transfer: RequestedTransfer;
  refusal: DomainError;
}

/**
 * Decides every transfer of a batch whose id is undecided, chain by chain, and adds to `decisions`. A
 * transfer refused before, or whose id stands for something else, refuses what is undecided of its
 * chain: a chain that cannot happen whole must not happen in part.
 */
export function decide(
  transfers: readonly RequestedTransfer[],
  accounts: ReadonlyMap<string, AccountState>,
  decisions: Map<string, Decision>,
): { accepted: RequestedTransfer[]; refused: RefusedTransfer[] } {
  const checkChain = createChainCheck(accounts);
  const accepted: RequestedTransfer[] = [];
  const refused: RefusedTransfer[] = [];
  for (const chain of chainsOf(transfers)) {
    const undecided = undecidedOf(chain, decisions);
    const broken = chain.some((transfer) => isRefused(transfer, decisions, undecided));
    const refusals = broken ? undecided.map(linkedTransferRefused) : checkChain(undecided);
    undecided.forEach((transfer, index) => {
      const refusal = refusals[index] ?? null;
      decisions.set(transfer.id, { refusal, isFor: (other) => isSame(transfer, other) });
      if (refusal) refused.push({ transfer, refusal });
      else accepted.push(transfer);
    });
  }
  return { accepted, refused };
}

/** Why a decided transfer is refused; null when it is made. */
export function refusalOf(
  transfer: RequestedTransfer,
  decisions: ReadonlyMap<string, Decision>,
): DomainError | null {
  const decision = decisions.get(transfer.id);
  if (decision === undefined) throw new Error("a transfer was neither made nor refused");
  return decision.isFor(transfer) ? decision.refusal : transferIdReused();
}

/** The transfers of a chain whose ids are undecided, each id once. */
function undecidedOf(
  chain: readonly RequestedTransfer[],
  decisions: ReadonlyMap<string, Decision>,
): RequestedTransfer[] {
  const seen = new Set<string>();
  return chain.filter(({ id }) => !decisions.has(id) && !seen.has(id) && seen.add(id));
}

function isRefused(
  transfer: RequestedTransfer,
  decisions: ReadonlyMap<string, Decision>,
  undecided: readonly RequestedTransfer[],
): boolean {
  if (decisions.has(transfer.id)) return refusalOf(transfer, decisions) !== null;
  const first = undecided.find(({ id }) => id === transfer.id);
  return first !== undefined && !isSame(first, transfer);
}

const isSame = (one: RequestedTransfer, other: RequestedTransfer): boolean =>
  one === other || contentDigest(one).equals(contentDigest(other));
