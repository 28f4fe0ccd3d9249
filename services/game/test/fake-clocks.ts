import { timestampDate, type Timestamp } from "@bufbuild/protobuf/wkt";
import { createRouterTransport, type ConnectRouter } from "@connectrpc/connect";
import { DomainError } from "@tms/kit/errors/domain-error";
import { clientOver } from "@tms/kit/rpc/client";
import { serverInterceptors } from "@tms/kit/rpc/interceptors";
import { registerFake } from "@tms/kit/testing/fake";
import { testLog } from "@tms/kit/testing/log";
import { EntryService } from "@tms/proto/tms/entry/v1/entry";
import { SettlementService } from "@tms/proto/tms/settlement/v1/settlement";
import { TournamentService } from "@tms/proto/tms/tournament/v1/tournament";

type Told = "entry" | "tournament" | "settlement";

/** The services that clocks are told to, as far as clocks go. */
export interface FakeClocks {
  clients: ReturnType<typeof clientsOf>;
  /** Who was told what, in this order: how far an environment is to be ahead. */
  calls: { who: Told; gameId: string; aheadMs: bigint }[];
  /** Those who do not answer. */
  away: Set<Told>;
  /** Messages on their way to settlement, and settlements to be waited for. */
  undelivered: number;
  unsettled: number;
  /** Until when settlements were asked about, last. */
  until: Date | undefined;
  /** Called after each call, before its answer. */
  onCall: (who: Told) => void;
}

export function fakeClocks(): FakeClocks {
  const routes = (router: ConnectRouter) => {
    registerFake(router, EntryService, {
      advanceEntryClock: (request) => tell("entry", request, {}),
    });
    registerFake(router, TournamentService, {
      advanceTournamentClock: (request) =>
        tell("tournament", request, { undelivered: fake.undelivered }),
    });
    registerFake(router, SettlementService, {
      advanceSettlementClock: (request) =>
        tell("settlement", request, { unsettled: fake.unsettled }),
    });
  };
  function tell<T>(
    who: Told,
    request: { gameId: string; aheadMs: bigint; untilTime?: Timestamp },
    answer: T,
  ): T {
    if (fake.away.has(who)) throw new DomainError("UNAVAILABLE", "It is away.");
    fake.calls.push({ who, gameId: request.gameId, aheadMs: request.aheadMs });
    if (request.untilTime) fake.until = timestampDate(request.untilTime);
    fake.onCall(who);
    return answer;
  }
  const fake: FakeClocks = {
    clients: clientsOf(routes),
    calls: [],
    away: new Set(),
    undelivered: 0,
    unsettled: 0,
    until: undefined,
    onCall: () => undefined,
  };
  return fake;
}

function clientsOf(routes: (router: ConnectRouter) => void) {
  const interceptors = serverInterceptors(testLog("the services that clocks are told to"));
  const transport = createRouterTransport(routes, { router: { interceptors } });
  return {
    entry: clientOver(EntryService, transport),
    tournament: clientOver(TournamentService, transport),
    settlement: clientOver(SettlementService, transport),
  };
}
