import type { NewTournament } from "../../resources/tournaments.ts";
import type { Tournament } from "../../types.ts";
import type { Call, Command } from "../framework/command.ts";
import { Misuse } from "../framework/errors.ts";
import { fields, table } from "../framework/output.ts";
import { numberOf } from "../framework/times.ts";
import { CREATE_OPTIONS, isRelative, termsOf } from "./terms.ts";
import { wordsOf } from "../framework/words.ts";

const TOURNAMENT = { name: "TOURNAMENT", about: "the tournament's id" };
const ID = "0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11";
const STATUSES = ["pending", "published", "settling", "completed", "cancelled"] as const;
const [SHOWN, MOST_SHOWN] = [20, 1_000];

export const tournamentCommands: readonly Command[] = [
  {
    name: "tournaments list",
    summary: "list tournaments, newest first",
    options: {
      status: { value: "STATUS", about: "only tournaments with this status", choices: STATUSES },
      "external-id": { value: "ID", about: "only the tournament with this external id" },
      limit: {
        value: "COUNT",
        about: `how many tournaments to show (default ${SHOWN}, at most ${MOST_SHOWN})`,
      },
    },
    examples: ["tms tournaments list", "tms tournaments list --status published --json"],
    run: list,
  },
  {
    name: "tournaments show",
    summary: "show a tournament",
    arguments: [TOURNAMENT],
    examples: [`tms tournaments show ${ID}`],
    run: show,
  },
  {
    name: "tournaments create",
    summary: "create a tournament",
    about: `Gamers can join after you publish the tournament. A TIME is either a time such as 2030-05-01T18:00:00Z or a
duration from now such as +90m, +2h or +1d. Amounts are in the game's currency.`,
    options: CREATE_OPTIONS,
    examples: [
      'tms tournaments create --name "Friday" --end +2h --entry-fee 2.50 --publish',
      'tms tournaments create --name "Finals" --end +1d --max-entries 500 --prize-split 60,30,10',
    ],
    run: create,
  },
  {
    name: "tournaments publish",
    summary: "publish a tournament, so that gamers can join",
    arguments: [TOURNAMENT],
    examples: [`tms tournaments publish ${ID}`],
    run: publish,
  },
  {
    name: "tournaments cancel",
    summary: "cancel a tournament, and refund every entry fee",
    arguments: [TOURNAMENT],
    examples: [`tms tournaments cancel ${ID}`],
    run: cancel,
  },
  {
    name: "tournaments complete",
    summary: "end a tournament now, and pay the prizes",
    about:
      "In a tournament that takes scores, the remaining gamers rank by their scores. In other tournaments, the remaining gamers share the first rank, unless you set --ranks. Tied gamers share a rank (1, 2, 2, 4).",
    arguments: [TOURNAMENT],
    options: {
      ranks: { value: "RANKS", about: "the final ranks of gamers who are still in: ada=1,bob=2" },
    },
    examples: [
      `tms tournaments complete ${ID}`,
      `tms tournaments complete ${ID} --ranks ada=1,bob=2`,
    ],
    run: complete,
  },
  {
    name: "tournaments preview",
    summary: "show the payouts that a published tournament would make if it ended now",
    arguments: [TOURNAMENT],
    options: {
      limit: {
        value: "COUNT",
        about: `how many payouts to show (default ${SHOWN}, at most ${MOST_SHOWN})`,
      },
    },
    examples: [`tms tournaments preview ${ID}`],
    run: preview,
  },
];

async function list({ option, connect, output }: Call): Promise<void> {
  const { tms } = await connect();
  const most = numberOf(option("limit"), "--limit", MOST_SHOWN) ?? SHOWN;
  const status = option("status") as (typeof STATUSES)[number] | undefined;
  const externalId = option("external-id");
  const tournaments = [];
  for await (const tournament of tms.tournaments.list({
    limit: Math.min(100, Math.max(1, most)),
    ...(status && { status }),
    ...(externalId !== undefined && { externalId }),
  })) {
    tournaments.push(tournament);
    if (tournaments.length >= most) break;
  }
  const rows = tournaments.map(
    ({ id, name, status: state, entryFee, prizePool, currency, endTime }) => [
      id,
      name,
      state,
      `${entryFee} ${currency}`,
      `${prizePool} ${currency}`,
      endTime,
    ],
  );
  const headings = ["TOURNAMENT", "NAME", "STATUS", "FEE", "POOL", "ENDS"];
  output.print({ tournaments }, table(headings, rows));
}

async function show({ argument, connect, output }: Call): Promise<void> {
  const { tms } = await connect();
  const { tournament } = await tms.tournaments.get(argument("TOURNAMENT"));
  output.print({ tournament }, described(tournament));
}

const described = (tournament: Tournament): string =>
  fields({
    tournament: tournament.id,
    name: tournament.name,
    status: tournament.status,
    starts: tournament.startTime,
    ends: tournament.endTime,
    "entry fee": `${tournament.entryFee} ${tournament.currency}`,
    pool: `${tournament.prizePool} ${tournament.currency}`,
    seats: tournament.maxEntries ?? "no limit",
    winner: tournament.winner,
    ...(tournament.externalId !== undefined && { "external id": tournament.externalId }),
    ...(tournament.metadata && { metadata: JSON.stringify(tournament.metadata) }),
  });

async function create(call: Call): Promise<void> {
  // Misuse is told before anybody is asked.
  termsOf(call, Date.now());
  const { tms, apiKey, gameId } = await call.connect();
  const now = isRelative(call) ? Date.parse((await tms.clock.get()).clock.now) : Date.now();
  const terms: NewTournament = termsOf(call, now);
  // A key acts in one environment, but only the service knows which.
  if (apiKey !== undefined && gameId === undefined)
    terms.game = (await tms.account.get()).account.game;
  let { tournament } = await tms.tournaments.create(terms);
  if (call.flag("publish")) ({ tournament } = await tms.tournaments.publish(tournament.id));
  call.output.print({ tournament }, described(tournament));
}

async function publish({ argument, connect, output }: Call): Promise<void> {
  const { tms } = await connect();
  const { tournament } = await tms.tournaments.publish(argument("TOURNAMENT"));
  output.print({ tournament }, `${tournament.name} is ${tournament.status}.`);
}

async function cancel({ argument, connect, output }: Call): Promise<void> {
  const { tms } = await connect();
  const { tournament } = await tms.tournaments.cancel(argument("TOURNAMENT"));
  output.print({ tournament }, `${tournament.name} is ${tournament.status}.`);
}

async function complete({ argument, option, connect, output }: Call): Promise<void> {
  const ranks = ranksOf(option("ranks"));
  const { tms } = await connect();
  const { tournament } = await tms.tournaments.complete(
    argument("TOURNAMENT"),
    ranks === undefined ? {} : { ranks },
  );
  output.print({ tournament }, `${tournament.name} is ${tournament.status}.`);
}

async function preview({ argument, option, connect, output }: Call): Promise<void> {
  const limit = Math.max(1, numberOf(option("limit"), "--limit", MOST_SHOWN) ?? SHOWN);
  const { tms } = await connect();
  const found = await tms.tournaments.preview(argument("TOURNAMENT"), { limit }).page();
  const { kind, pool, platformFee, currency, entries, prizes, payouts } = found;
  const amount = (value: number) => `${value} ${currency}`;
  const summary = fields({
    kind,
    entries,
    pool: amount(pool),
    "platform fee": amount(platformFee),
    "as of": found.asOf,
  });
  const won = prizes.map((prize) => [
    String(prize.rank),
    String(prize.entries),
    amount(prize.each),
  ]);
  const paid = payouts.map(({ rank, gamerHandle, amount: value }) => [
    String(rank ?? "–"),
    gamerHandle,
    amount(value),
  ]);
  const parts = [
    summary,
    ...(won.length > 0 ? [table(["RANK", "ENTRIES", "EACH"], won)] : []),
    ...(paid.length > 0 ? [table(["RANK", "GAMER", "AMOUNT"], paid)] : []),
  ];
  output.print(found, parts.join("\n\n"));
}

function ranksOf(text: string | undefined) {
  return wordsOf(text, "--ranks")?.map((word) => {
    // A handle may have the sign in it.
    const [, gamer, rank] = /^(.+)=(\d{1,7})$/.exec(word) ?? [];
    if (gamer === undefined) throw new Misuse(`--ranks must be like ada=1,bob=2, not ${word}.`);
    return { gamer, rank: Number(rank) };
  });
}
