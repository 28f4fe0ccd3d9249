import type { DescMethod, DescService } from "@bufbuild/protobuf";
import { isPermitted, type ProductCaller } from "@tms/kit/callers/product";
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
import type { ProcessName } from "@tms/stack/system/system";

/** An RPC, and the process that serves it. */
export interface Rpc {
  process: ProcessName;
  service: DescService;
  method: DescMethod;
}

const SERVICES: readonly [ProcessName, DescService][] = [
  ["game", GameService],
  ["game", MemberService],
  ["game", ClockService],
  ["entry", EntryService],
  ["tournament", TournamentService],
  ["settlement", SettlementService],
  ["wallet", WalletService],
  ["identity", IdentityService],
  ["events", EventService],
  ["events", EndpointService],
  ["events", DeliveryService],
];

/** Every RPC. Tests of promises that hold for all of them loop over it. */
export const RPCS: readonly Rpc[] = SERVICES.flatMap(([process, service]) =>
  service.methods.map((method) => ({ process, service, method })),
);

/** Returns the RPCs that a process of the product can call. */
export const rpcsFor = (caller: ProductCaller): DescMethod[] =>
  RPCS.flatMap(({ method }) => (isPermitted(caller, method) ? [method] : []));
