import type { DescMethod, DescService } from "@bufbuild/protobuf";
import { Health } from "@tms/proto/grpc/health/v1/health";
import { EntryService } from "@tms/proto/tms/entry/v1/entry";
import { GameService } from "@tms/proto/tms/game/v1/game";
import { SettlementService } from "@tms/proto/tms/settlement/v1/settlement";
import { TournamentService } from "@tms/proto/tms/tournament/v1/tournament";
import { WalletService } from "@tms/proto/tms/wallet/v1/wallet";
import type { ProcessName } from "../stack/system.ts";

const SERVICES: readonly [ProcessName, DescService][] = [
  ["game", GameService],
  ["tournament", TournamentService],
  ["entry", EntryService],
  ["wallet", WalletService],
  ["settlement", SettlementService],
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
 * What a tournament's own services tell each other. Believed by design, so that a fitting call
 * would make a real mess; these are attacked with calls that must be refused alone.
 */
const DRIVING = new Set([
  "BeginSettlement",
  "AbandonSettlement",
  "RecordWinners",
  "FinishSettlement",
  "ScheduleSettlement",
  "StartRefund",
  "RetrySettlement",
  "CloseBook",
  "FreezeRanking",
  "OpenAccount",
  "CloseAccount",
  "Transfer",
  "BatchTransfer",
]);

/** Every unary RPC of the system. */
export const RPCS: readonly Rpc[] = SERVICES.flatMap(([process, service]) =>
  service.methods
    .filter(({ methodKind }) => methodKind === "unary")
    .map((method) => ({ process, method, driving: DRIVING.has(method.name) })),
);
