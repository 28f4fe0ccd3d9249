import { MAX_DIGESTS, type CallerEntry } from "@tms/kit/callers/file";
import { everyRpcOf, isProductCaller } from "@tms/kit/callers/product";
import { rpcName } from "@tms/kit/rpc/rpc-name";
import { EntryService } from "@tms/proto/tms/entry/v1/entry";
import { DeliveryService } from "@tms/proto/tms/event/v1/delivery";
import { EndpointService } from "@tms/proto/tms/event/v1/endpoint";
import { EventService } from "@tms/proto/tms/event/v1/event";
import { ClockService } from "@tms/proto/tms/game/v1/clock";
import { GameService } from "@tms/proto/tms/game/v1/game";
import { MemberService } from "@tms/proto/tms/game/v1/member";
import { IdentityService } from "@tms/proto/tms/identity/v1/identity";
import { SettlementService } from "@tms/proto/tms/settlement/v1/settlement";
import { TournamentService } from "@tms/proto/tms/tournament/v1/tournament";
import { WalletService } from "@tms/proto/tms/wallet/v1/wallet";

const SERVICES = [
  GameService,
  MemberService,
  ClockService,
  TournamentService,
  EntryService,
  WalletService,
  SettlementService,
  IdentityService,
  EventService,
  EndpointService,
  DeliveryService,
];

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
    throw new CallerChangeError(`The caller ${name} already exists. Rotate or remove it.`);
  if (isProductCaller(name)) {
    if (rpcs.length === 0) return [...callers, { name, digests: [digest] }];
    throw new CallerChangeError(`The product defines the RPCs of ${name}. Omit --rpc.`);
  }
  if (rpcs.length === 0)
    throw new CallerChangeError(`List the RPCs that ${name} can call, with --rpc.`);
  const unknown = rpcs.find((rpc) => !KNOWN.has(rpc));
  if (unknown !== undefined)
    throw new CallerChangeError(
      `The RPC ${unknown} does not exist. Use a name like tms.wallet.v1.WalletService/GetAccount, or tms.wallet.v1.WalletService/* for all RPCs of a service.`,
    );
  return [...callers, { name, digests: [digest], rpcs: [...new Set(rpcs)] }];
}

/** Gives a caller a second token beside the one it has. */
export const rotateCaller = (callers: Entries, name: string, digest: string): CallerEntry[] =>
  changed(callers, name, (caller) => {
    if (caller.digests.length < MAX_DIGESTS)
      return { ...caller, digests: [...caller.digests, digest] };
    throw new CallerChangeError(
      `The caller ${name} already has two tokens. Retire the older one first.`,
    );
  });

/** Takes the older of a caller's two tokens away. */
export const retireCaller = (callers: Entries, name: string): CallerEntry[] =>
  changed(callers, name, (caller) => {
    if (caller.digests.length > 1) return { ...caller, digests: caller.digests.slice(1) };
    throw new CallerChangeError(
      `The caller ${name} has only one token. Rotate it first, or remove the caller.`,
    );
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
  if (found === undefined)
    throw new CallerChangeError(
      `The caller ${name} does not exist. Run \`tms caller list\` to list the callers.`,
    );
  return found;
}
