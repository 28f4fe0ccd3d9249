import type { ReviewedScoreJson } from "../../src/resources/reviews/schemas.ts";
import { textOfAnswer } from "@tms/kit/testing/answer-text";
import { searchText } from "@tms/kit/testing/leaks";
import type { Static } from "typebox";
import type { ProblemSchema } from "../../src/problems/schema.ts";
import type { ClockJson } from "../../src/openapi/schemas/clock.ts";
import type { GameJson } from "../../src/openapi/schemas/game.ts";
import type { UserJson } from "../../src/openapi/schemas/user.ts";
import type {
  EntryDecisionJson,
  EntryJson,
  JoinResultJson,
} from "../../src/resources/entries/schemas.ts";
import type { EventJson } from "../../src/resources/events/schemas.ts";
import type { GamerJson } from "../../src/resources/gamers/schemas.ts";
import type { KeyJson } from "../../src/resources/keys/schemas.ts";
import type { InvitationJson, MemberJson } from "../../src/resources/members/schemas.ts";
import type {
  LeaderboardJson,
  ScoreJson,
  ScoreResultJson,
} from "../../src/resources/scores/schemas.ts";
import type { PayoutJson, SettlementJson } from "../../src/resources/settlement/schemas.ts";
import type {
  TournamentJson,
  TournamentListItemJson,
} from "../../src/resources/tournaments/schemas.ts";
import type { SessionJson } from "../../src/resources/users/schemas.ts";
import type { LedgerAccountJson, LedgerJson } from "../../src/resources/ledger/schemas.ts";
import type { RequestJson } from "../../src/resources/requests/schemas.ts";
import type { TimelinePointJson } from "../../src/resources/timeline/schemas.ts";
import type { TransactionJson } from "../../src/openapi/schemas/transaction.ts";
import type { GameAccountJson, WalletJson } from "../../src/resources/wallets/schemas.ts";

type Problem = Omit<Required<Static<typeof ProblemSchema>>, "tournament">;

/** Every member an answer can have; a test reads those its operation answers with. */
export interface Body extends Problem {
  endpoint: { id: string };
  endpoints: unknown[];
  delivery: { state: string };
  deliveries: unknown[];
  message: string;
  tournament: TournamentJson;
  tournaments: TournamentListItemJson[];
  entry: EntryJson;
  entries: EntryJson[];
  decisions: EntryDecisionJson[];
  score: ScoreJson;
  scores: ReviewedScoreJson[];
  results: (Partial<ScoreResultJson> & Partial<JoinResultJson>)[];
  standings: LeaderboardJson["standings"];
  gamer: GamerJson;
  gamers: GamerJson[];
  requests: RequestJson[];
  request: RequestJson;
  leftOut: number;
  timeline: TimelinePointJson[];
  ledger: LedgerJson;
  accounts: LedgerAccountJson[];
  settlement: SettlementJson;
  payouts: PayoutJson[];
  wallet: WalletJson;
  account: GameAccountJson;
  transaction: TransactionJson;
  transactions: TransactionJson[];
  nextCursor: string | null;
  accessToken: string;
  expiresAt: string;
  refreshToken?: string;
  user: UserJson;
  session: SessionJson;
  sessions: SessionJson[];
  mails: { to: string; subject: string; text: string }[];
  keys: KeyJson[];
  key: KeyJson;
  previous: KeyJson;
  secret: string | null;
  clock: ClockJson;
  game: GameJson;
  games: GameJson[];
  member: MemberJson;
  members: MemberJson[];
  invitation: InvitationJson;
  invitations: InvitationJson[];
  event: EventJson;
  events: EventJson[];
  nextAfter: number;
  nextBefore: number | null;
}

/** An answer, read to its end. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** What the text says when it is JSON, otherwise without a member. */
  body: Body;
}

/** Reads an answer. */
export async function answerOf(response: Response): Promise<Answer> {
  const text = await textOfAnswer(response);
  const json = response.headers.get("content-type")?.includes("json") ?? false;
  // A problem and a record of the request log must not repeat a secret of the request.
  if (!response.ok || /\/request(?:[/?]|$)/.test(response.url)) searchText("an answer", text);
  const body = (json ? JSON.parse(text) : {}) as Body;
  return { status: response.status, headers: response.headers, text, body };
}
