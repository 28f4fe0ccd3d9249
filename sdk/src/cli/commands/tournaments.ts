import type { Tournament } from "../../types.ts";
import { defineCommand, TOURNAMENT, TOURNAMENT_ID as ID, type Command } from "../command.ts";
import { Misuse } from "../failures.ts";
import * as option from "../options.ts";
import { fields, table } from "../output.ts";
import {
  definedValues,
  pageSize,
  readMoment,
  readNumber,
  readWords,
  takeItems,
} from "../values.ts";

const STATUSES = ["pending", "published", "settling", "completed", "cancelled"] as const;

const list = defineCommand({
  name: "tournaments list",
  summary: "list tournaments, newest first",
  options: {
    status: option.choice("STATUS", "only tournaments with this status", STATUSES),
    "external-id": option.text("ID", "only the tournament with this external id"),
    limit: option.limit("tournaments"),
  },
  examples: ["tms tournaments list", "tms tournaments list --status published --json"],
  async run({ options: { status, limit, ...options }, connect, output }) {
    const { tms } = await connect();
    const filter = definedValues({ status, externalId: options["external-id"] });
    const found = tms.tournaments.list({ limit: pageSize(limit), ...filter });
    const tournaments = await takeItems(found, limit);
    const lines = table(tournaments, {
      TOURNAMENT: ({ id }) => id,
      NAME: ({ name }) => name,
      STATUS: (tournament) => tournament.status,
      FEE: ({ entryFee, currency }) => `${entryFee} ${currency}`,
      POOL: ({ prizePool, currency }) => `${prizePool} ${currency}`,
      ENDS: ({ endTime }) => endTime,
    });
    output.print({ tournaments }, lines);
  },
});

const show = defineCommand({
  name: "tournaments show",
  summary: "show a tournament",
  arguments: [TOURNAMENT],
  examples: [`tms tournaments show ${ID}`],
  async run({ arguments: { TOURNAMENT: id }, connect, output }) {
    const { tms } = await connect();
    const { tournament } = await tms.tournaments.get(id);
    output.print({ tournament }, formatTournament(tournament));
  },
});

const formatTournament = (tournament: Tournament): string =>
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

const readAmount = readNumber(1_000_000);
const readShares = (text: string, name: string) =>
  readWords(text, name).map((share) => readAmount(share, name));

const create = defineCommand({
  name: "tournaments create",
  summary: "create a tournament",
  about: `Gamers can join after you publish the tournament. A TIME is either a time such as 2030-05-01T18:00:00Z or a
duration from now such as +90m, +2h or +1d. Amounts are in the game's currency.`,
  options: {
    name: option.required(option.text("NAME", "the name that gamers see")),
    end: option.required(option.of("TIME", "when the tournament ends and is settled", readMoment)),
    start: option.of("TIME", "when play starts (default: now)", readMoment),
    description: option.text("TEXT", "the description that gamers see"),
    "entry-fee": option.of("AMOUNT", "the entry fee per gamer (default: none)", readAmount),
    "registration-closes": option.of(
      "TIME",
      "when registration closes (default: the end)",
      readMoment,
    ),
    "max-entries": option.of("COUNT", "the number of seats (default: no limit)", readAmount),
    "min-entries": option.of(
      "COUNT",
      "the minimum number of entries; with fewer at the end, the tournament is cancelled and refunded",
      readAmount,
    ),
    "prize-split": option.of(
      "SHARES",
      "the shares of the prize pool, best rank first: 60,30,10 (default: the winner takes all)",
      readShares,
    ),
    "external-id": option.text(
      "ID",
      "your own id for the tournament, permanently unique in the game",
    ),
    publish: option.flag("publish the tournament immediately"),
  },
  examples: [
    'tms tournaments create --name "Friday" --end +2h --entry-fee 2.50 --publish',
    'tms tournaments create --name "Finals" --end +1d --max-entries 500 --prize-split 60,30,10',
  ],
  async run({ options, connect, output }) {
    const { name, end, start = readMoment("+0s", "--start"), description = "" } = options;
    const closes = options["registration-closes"];
    const { tms, apiKey, gameId } = await connect();
    // Durations are relative to the clock of the environment.
    const isRelative = [start, end, closes].some((moment) => moment?.isRelative);
    const now = isRelative ? Date.parse((await tms.clock.get()).clock.now) : Date.now();
    // Only the service knows the environment of an API key.
    const isOfKey = apiKey !== undefined && gameId === undefined;
    let { tournament } = await tms.tournaments.create({
      name,
      description,
      startTime: start.at(now),
      endTime: end.at(now),
      ...definedValues({
        entryFee: options["entry-fee"],
        registrationClosesAt: closes?.at(now),
        maxEntries: options["max-entries"],
        minEntries: options["min-entries"],
        prizeSplit: options["prize-split"],
        externalId: options["external-id"],
        game: isOfKey ? (await tms.account.get()).account.game : undefined,
      }),
    });
    if (options.publish) ({ tournament } = await tms.tournaments.publish(tournament.id));
    output.print({ tournament }, formatTournament(tournament));
  },
});

const formatStatus = ({ name, status }: Tournament) => `${name} is ${status}.`;

const statusCommand = (change: "publish" | "cancel", summary: string): Command =>
  defineCommand({
    name: `tournaments ${change}`,
    summary,
    arguments: [TOURNAMENT],
    examples: [`tms tournaments ${change} ${ID}`],
    async run({ arguments: { TOURNAMENT: id }, connect, output }) {
      const { tms } = await connect();
      const { tournament } = await tms.tournaments[change](id);
      output.print({ tournament }, formatStatus(tournament));
    },
  });
const publish = statusCommand("publish", "publish a tournament, so that gamers can join");
const cancel = statusCommand("cancel", "cancel a tournament, and refund every entry fee");

const readRanks = (text: string, name: string) =>
  readWords(text, name).map((word) => {
    // A handle can contain `=`, so the last `=` separates the rank.
    const [, gamer, rank] = /^(.+)=(\d{1,7})$/.exec(word) ?? [];
    if (gamer === undefined) throw new Misuse(`${name} must be like ada=1,bob=2, not ${word}.`);
    return { gamer, rank: Number(rank) };
  });

const complete = defineCommand({
  name: "tournaments complete",
  summary: "end a tournament now, and pay the prizes",
  about:
    "In a tournament that takes scores, the remaining gamers rank by their scores. In other tournaments, the remaining gamers share the first rank, unless you set --ranks. Tied gamers share a rank (1, 2, 2, 4).",
  arguments: [TOURNAMENT],
  options: {
    ranks: option.of("RANKS", "the final ranks of gamers who are still in: ada=1,bob=2", readRanks),
  },
  examples: [
    `tms tournaments complete ${ID}`,
    `tms tournaments complete ${ID} --ranks ada=1,bob=2`,
  ],
  async run({ arguments: { TOURNAMENT: id }, options, connect, output }) {
    const { tms } = await connect();
    const { tournament } = await tms.tournaments.complete(id, definedValues(options));
    output.print({ tournament }, formatStatus(tournament));
  },
});

const preview = defineCommand({
  name: "tournaments preview",
  summary: "show the payouts that a published tournament would make if it ended now",
  arguments: [TOURNAMENT],
  options: { limit: option.limit("payouts") },
  examples: [`tms tournaments preview ${ID}`],
  async run({ arguments: { TOURNAMENT: id }, options, connect, output }) {
    const { tms } = await connect();
    const limit = Math.max(1, options.limit);
    const found = await tms.tournaments.preview(id, { limit }).page();
    const amount = (value: number) => `${value} ${found.currency}`;
    const summary = fields({
      kind: found.kind,
      entries: found.entries,
      pool: amount(found.pool),
      "platform fee": amount(found.platformFee),
      "as of": found.asOf,
    });
    const prizes = table(found.prizes, {
      RANK: ({ rank }) => rank,
      ENTRIES: ({ entries }) => entries,
      EACH: ({ each }) => amount(each),
    });
    const payouts = table(found.payouts, {
      RANK: ({ rank }) => rank,
      GAMER: ({ gamerHandle }) => gamerHandle,
      AMOUNT: (payout) => amount(payout.amount),
    });
    const parts = [
      summary,
      ...(found.prizes.length > 0 ? [prizes] : []),
      ...(found.payouts.length > 0 ? [payouts] : []),
    ];
    output.print(found, parts.join("\n\n"));
  },
});

export const tournamentCommands: readonly Command[] = [
  list,
  show,
  create,
  publish,
  cancel,
  complete,
  preview,
];
