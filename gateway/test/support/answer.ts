import type { Static } from "typebox";
import type { ProblemSchema } from "../../src/problems/schema.ts";
import type { EntryJson } from "../../src/resources/entries/schemas.ts";
import type { GamerJson } from "../../src/resources/gamers/schemas.ts";
import type { PayoutJson, SettlementJson } from "../../src/resources/settlement/schemas.ts";
import type {
  TournamentJson,
  TournamentListItemJson,
} from "../../src/resources/tournaments/schemas.ts";
import type {
  GameAccountJson,
  TransactionJson,
  WalletJson,
} from "../../src/resources/wallets/schemas.ts";

type Problem = Required<Static<typeof ProblemSchema>>;

/** Every member an answer can have; a test reads those its operation answers with. */
export interface Body extends Problem {
  message: string;
  tournament: TournamentJson;
  tournaments: TournamentListItemJson[];
  entry: EntryJson;
  entries: EntryJson[];
  gamer: GamerJson;
  settlement: SettlementJson;
  payouts: PayoutJson[];
  wallet: WalletJson;
  account: GameAccountJson;
  transaction: TransactionJson;
  transactions: TransactionJson[];
  nextCursor: string | null;
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
  const text = await response.text();
  const json = response.headers.get("content-type")?.includes("json") ?? false;
  const body = (json ? JSON.parse(text) : {}) as Body;
  return { status: response.status, headers: response.headers, text, body };
}
