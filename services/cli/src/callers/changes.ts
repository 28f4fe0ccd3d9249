import { MOST_DIGESTS, type CallerEntry } from "@tms/kit/callers/file";
import { everyRpcOf, isProductCaller, SERVICES } from "@tms/kit/callers/rights";
import { rpcName } from "@tms/kit/rpc/rpc-name";

/** A change of the callers file that cannot be made; the message is for the operator as it is. */
export class CallerChangeError extends Error {
  override name = "CallerChangeError";
}

type Entries = readonly CallerEntry[];

/** One of the product's own callers, or an internal user with what it may call. */
export function addCaller(
  callers: Entries,
  name: string,
  rpcs: readonly string[],
  digest: string,
): CallerEntry[] {
  if (callers.some((caller) => caller.name === name))
    throw new CallerChangeError(`There is a caller ${name} already; rotate or remove it.`);
  if (isProductCaller(name)) {
    if (rpcs.length === 0) return [...callers, { name, digests: [digest] }];
    throw new CallerChangeError(`What ${name} may call stands in the code: leave --rpc out.`);
  }
  if (rpcs.length === 0) throw new CallerChangeError(`Say what ${name} may call, with --rpc.`);
  const unknown = rpcs.find((rpc) => !KNOWN.has(rpc));
  if (unknown !== undefined)
    throw new CallerChangeError(
      `There is no RPC ${unknown}; one looks like tms.wallet.v1.WalletService/GetAccount, all of a service like tms.wallet.v1.WalletService/*.`,
    );
  return [...callers, { name, digests: [digest], rpcs: [...new Set(rpcs)] }];
}

/** Gives a caller a second token beside the one it has. */
export const rotateCaller = (callers: Entries, name: string, digest: string): CallerEntry[] =>
  changed(callers, name, (caller) => {
    if (caller.digests.length < MOST_DIGESTS)
      return { ...caller, digests: [...caller.digests, digest] };
    throw new CallerChangeError(`${name} has two tokens already; retire the older one first.`);
  });

/** Takes the older of a caller's two tokens away. */
export const retireCaller = (callers: Entries, name: string): CallerEntry[] =>
  changed(callers, name, (caller) => {
    if (caller.digests.length > 1) return { ...caller, digests: caller.digests.slice(1) };
    throw new CallerChangeError(`${name} has one token alone; rotate it first, or remove ${name}.`);
  });

/** Takes a caller away. */
export function removeCaller(callers: Entries, name: string): CallerEntry[] {
  find(callers, name);
  return callers.filter((caller) => caller.name !== name);
}

const KNOWN: ReadonlySet<string> = new Set(
  SERVICES.flatMap((service) => [everyRpcOf(service), ...service.methods.map(rpcName)]),
);

function changed(
  callers: Entries,
  name: string,
  change: (caller: CallerEntry) => CallerEntry,
): CallerEntry[] {
  const found = find(callers, name);
  return callers.map((caller) => (caller === found ? change(caller) : caller));
}

function find(callers: Entries, name: string): CallerEntry {
  const found = callers.find((caller) => caller.name === name);
  if (found === undefined) throw new CallerChangeError(`There is no caller ${name}.`);
  return found;
}
