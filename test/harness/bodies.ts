/** A tournament as the API shows it. */
export interface TournamentBody {
  _id: string;
  id: string;
  game: { _id: string; id: string; name: string };
  name: string;
  description: string;
  entryFee: number;
  prizePool: number;
  status: string;
  startTime: string;
  endTime: string;
  winner: string | null;
  winners: string[];
  winnersCount: number;
  externalId?: string;
  metadata?: object;
  scoring?: object;
  createdAt: string;
  updatedAt: string;
}

/** An entry as the API shows it. */
export interface EntryBody {
  id: string;
  tournament: string;
  gamer: string;
  gamerHandle: string;
  displayName?: string;
  metadata?: object;
  entryFee: number;
  joinedAt: string;
  state: string;
  eliminated: boolean;
  eliminatedAt: string | null;
  rank: number | null;
  provisional: boolean;
  createdAt: string;
  updatedAt: string;
}

/** A decision on an entry as the API shows it. */
export interface EntryDecisionBody {
  decision: string;
  was: string;
  reason: string;
  actor: { type: string; id: string | null };
  decidedAt: string;
}

/** An event as the API shows it. */
export interface EventBody {
  id: string;
  sequence: number;
  type: string;
  timestamp: string;
  game: string;
  test: boolean;
  actor: { type: string; id: string | null };
  requestId: string | null;
  data: Record<string, unknown>;
}

/** An environment's clock as the API shows it. */
export interface ClockBody {
  now: string;
  aheadSeconds: number;
  state: string;
  advancingTo: string | null;
}

/** A settlement as the API shows it. */
export interface SettlementBody {
  state: string;
  kind: string;
  pool: number | null;
  platformFee: number | null;
  entries: number;
  attempts?: { failed: number; nextAt: string | null };
}

/** One gamer's share of a settlement as the API shows it. */
export interface PayoutBody {
  gamer: string;
  gamerHandle: string;
  rank: number | null;
  amount: number;
  transaction: string;
  paidAt: string | null;
}

/** What a tournament would pay if it ended now, as the API shows it. */
export interface PreviewBody {
  kind: string;
  pool: number;
  platformFee: number;
  entries: number;
  prizes: { rank: number; entries: number; each: number }[];
  payouts: PayoutBody[];
  asOf: string;
  nextCursor: string | null;
}

/** An attempt as the API shows it. */
export interface ScoreBody {
  id: string;
  gamer: string;
  gamerHandle: string;
  entry: string;
  attempt: string | null;
  score: number;
  tieBreaks: number[];
  state: string;
  createdAt: string;
  standing: StandingBody;
}

/** What a gamer's attempts come to, as the API shows it. */
export interface StandingBody {
  score: number | null;
  tieBreaks: number[];
  attempts: number;
  reachedAt: string | null;
  rank?: number | null;
}

/** A line of a leaderboard as the API shows it. */
export interface LeaderboardLineBody extends StandingBody {
  rank: number;
  gamerHandle: string;
  state: string;
}

/** An attempt and what was decided on it as the API shows it. */
export interface ReviewedScoreBody extends Omit<ScoreBody, "standing"> {
  tournament: string;
  decisions: {
    decision: string;
    reason: string;
    actor: { type: string; id: string | null };
    decidedAt: string;
  }[];
}

/** A game as the API shows it to one of its members. */
export interface GameBody {
  id: string;
  name: string;
  role: string;
  environments: { live: { id: string }; test: { id: string; clock: ClockBody } };
}

/** An API key as the API shows it. */
export interface KeyBody {
  id: string;
  name: string;
  hint: string;
  scopes: string[];
  ipRanges: string[];
  state: string;
  createdBy: string | null;
  lastUsedAt: string | null;
  lastUsedAddress: string | null;
  replaces: string | null;
  replacedBy: string | null;
}

/** An endpoint for webhooks as the API shows it. */
export interface EndpointBody {
  id: string;
  url: string;
  description: string;
  events: string[];
  enabled: boolean;
  state: string;
}

/** A delivery as the API shows it. */
export interface DeliveryBody {
  event: { id: string; type: string; sequence: number };
  state: string;
  attempts: number;
}

/** Every member a response can have; a test reads those its operation answers with. */
export interface Body {
  message: string;
  tournament: TournamentBody;
  tournaments: TournamentBody[];
  event: EventBody;
  events: EventBody[];
  nextAfter: number;
  nextBefore: number | null;
  oldestSequence: number;
  clock: ClockBody;
  entry: EntryBody;
  entries: EntryBody[];
  decisions: EntryDecisionBody[];
  score: ScoreBody;
  standings: LeaderboardLineBody[];
  scores: ReviewedScoreBody[];
  results: {
    status: number;
    score?: ScoreBody;
    entry?: EntryBody;
    problem?: { code: string };
  }[];
  settlement: SettlementBody;
  payouts: PayoutBody[];
  gamer: {
    id: string;
    handle: string;
    displayName?: string;
    metadata?: object;
    createdAt: string;
  };
  gamers: { id: string; handle: string }[];
  timeline: { at: string; entries: number }[];
  wallet: { balance: number; currency: string };
  account: { game: string; balance: number };
  ledger: object;
  accounts: { id: string; kind: string; owner: string; balance: number }[];
  transaction: { id: string; amount: number };
  transactions: { id: string; amount: number; balanceAfter: number; kind: string }[];
  endpoint: EndpointBody;
  endpoints: EndpointBody[];
  delivery: DeliveryBody;
  deliveries: DeliveryBody[];
  attempts: { number: number; status: number | null; error: string | null; answer: string }[];
  nextCursor: string | null;
  accessToken: string;
  refreshToken?: string;
  signUpToken?: string;
  user: { id: string; name: string; email: string };
  sessions: { id: string; kind: string; current: boolean; address: string; agent: string }[];
  deviceCode: string;
  userCode: string;
  verificationUrl: string;
  mails: { to: string; subject: string; text: string }[];
  keys: (KeyBody & { kty: string; kid: string; x: string })[];
  key: KeyBody;
  previous: KeyBody;
  secret: string | null;
  game: GameBody;
  games: GameBody[];
  member: { userId: string; role: string };
  members: { userId: string; name: string; email: string; role: string }[];
  invitation: { id: string; email: string | null; role: string };
  invitations: { id: string; email: string | null; role: string }[];
  requests: { requestId: string }[];
  request: { requestId: string; path: string; body: string | null };
  // Of a problem document.
  type: string;
  title: string;
  status: number;
  detail: string;
  instance: string;
  code: string;
  requestId: string;
  errors: { pointer: string; detail: string }[];
}
