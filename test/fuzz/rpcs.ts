import type { DescMethod, DescService } from "@bufbuild/protobuf";
import { Health } from "@tms/proto/grpc/health/v1/health";
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

const SERVICES: readonly [ProcessName, DescService][] = [
  ["game", GameService],
  ["game", MemberService],
  ["game", ClockService],
  ["tournament", TournamentService],
  ["entry", EntryService],
  ["wallet", WalletService],
  ["settlement", SettlementService],
  ["identity", IdentityService],
  ["events", EventService],
  ["events", EndpointService],
  ["events", DeliveryService],
  ["wallet", Health],
];

/** One RPC, and the process that serves it. */
export interface Rpc {
  process: ProcessName;
  method: DescMethod;
  /** Whether services drive each other with it: done out of turn it does what it is told to. */
  driving: boolean;
}

/**
 * RPCs that a tournament's services call on each other. They are believed by design, so that a
 * fitting call would do real damage: these are attacked with calls that must be refused alone.
 */
const DRIVING = new Set([
  "BatchBeginSettlement",
  "AbandonSettlement",
  "RecordWinners",
  "BatchFinishSettlement",
  "ScheduleSettlement",
  "StartRefund",
  "RetrySettlement",
  "BatchCloseRegistration",
  "BatchFreezeRanking",
  "OpenAccount",
  "BatchCloseAccount",
  "BatchTransfer",
  "CollectFees",
  "BatchDisburse",
  "RecordEvents",
  "AdvanceTournamentClock",
  "AdvanceEntryClock",
  "AdvanceSettlementClock",
]);

// Answers for as long as somebody listens.
const ENDLESS = Health.method.watch;

/** Every RPC of the system that is asked with one message and comes to an end. */
export const RPCS: readonly Rpc[] = SERVICES.flatMap(([process, service]) =>
  service.methods
    .filter((method) => /^(unary|server_streaming)$/.test(method.methodKind) && method !== ENDLESS)
    .map((method) => ({ process, method, driving: DRIVING.has(method.name) })),
);
