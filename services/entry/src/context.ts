import type { MessageInitShape } from "@bufbuild/protobuf";
import { createLimiter } from "@tms/kit/batching/limiter";
import { singleFlight } from "@tms/kit/batching/shared-calls";
import { DomainError } from "@tms/kit/errors/domain-error";
import { createPublisher } from "@tms/kit/events/publisher";
import { joinBatching, type EnvReader } from "@tms/kit/process/config";
import { defineService, type ContextOf } from "@tms/kit/process/service";
import type { Handlers } from "@tms/kit/rpc/rpcs";
import type { EntryService, TimelinePointSchema } from "@tms/proto/tms/entry/v1/entry";
import { EventService } from "@tms/proto/tms/event/v1/event";
import { TournamentService } from "@tms/proto/tms/tournament/v1/tournament";
import { WalletService } from "@tms/proto/tms/wallet/v1/wallet";
import { createWindowReader } from "./db/leaderboard.ts";
import { createChargeAndConfirm } from "./joining/charge.ts";
import { createJoin } from "./joining/join.ts";
import { createOpenRegistration } from "./registration.ts";
import { createSubmitScores } from "./scoring/record-scores.ts";

// Limits concurrent reads that may search all entries of a tournament, so that joins have free connections.
const limitReads = (mostWaiting: number) =>
  createLimiter({ atOnce: 2, mostWaiting }, () => new DomainError("OVERLOADED"));

export const entry = defineService({
  name: "entry",
  port: 7103,
  calls: {
    tournaments: [TournamentService, "TOURNAMENT_URL"],
    wallet: [WalletService, "WALLET_URL"],
    events: [EventService, "EVENTS_URL"],
  },
  settings: (env: EnvReader) => ({ batching: joinBatching(env) }),
  context({ db, clients, settings: { batching }, log, shutdown }) {
    db.$client.on("connect", (client) => {
      // Transactions are short, so a longer wait means that a lock holder is stuck.
      client.query("SET lock_timeout = '1s'").catch(() => client.end());
    });
    const parts = { db, log, ...clients };
    const openRegistration = createOpenRegistration(parts);
    const chargeAndConfirm = createChargeAndConfirm(parts, batching);
    return {
      chargeAndConfirm,
      join: createJoin(db, openRegistration, batching, chargeAndConfirm),
      submitScores: createSubmitScores(db, openRegistration),
      readWindow: createWindowReader(db),
      limitPreviews: limitReads(256),
      limitFinalPages: limitReads(256),
      limitTimelines: limitReads(64),
      shareTimeline: singleFlight<MessageInitShape<typeof TimelinePointSchema>[]>(),
      publisher: createPublisher(db, clients.events, log, shutdown),
    };
  },
});

export type Context = ContextOf<typeof entry>;

export type Rpcs = Partial<Handlers<typeof EntryService, Context>>;
