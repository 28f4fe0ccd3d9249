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
  createdAt: string;
  updatedAt: string;
}

/** An entry as the API shows it. */
export interface EntryBody {
  id: string;
  tournament: string;
  gamer: string;
  gamerHandle: string;
  entryFee: number;
  joinedAt: string;
  eliminated: boolean;
  eliminatedAt: string | null;
  rank: number | null;
  provisional: boolean;
  createdAt: string;
  updatedAt: string;
}

/** A settlement as the API shows it. */
export interface SettlementBody {
  state: string;
  kind: string;
  pool: number | null;
  platformFee: number | null;
  entries: number;
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

/** A game as the API shows it to one of its members. */
export interface GameBody {
  id: string;
  name: string;
  role: string;
  environments: { live: { id: string }; test: { id: string } };
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

/** Every member a response can have; a test reads those its operation answers with. */
export interface Body {
  message: string;
  tournament: TournamentBody;
  tournaments: TournamentBody[];
  entry: EntryBody;
  entries: EntryBody[];
  settlement: SettlementBody;
  payouts: PayoutBody[];
  gamer: { id: string; handle: string };
  wallet: { balance: number; currency: string };
  account: { balance: number };
  accounts: { id: string; kind: string; owner: string; balance: number }[];
  transaction: { id: string; amount: number };
  transactions: { id: string; amount: number; balanceAfter: number; kind: string }[];
  nextCursor: string | null;
  accessToken: string;
  refreshToken?: string;
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
