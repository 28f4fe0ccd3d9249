import { newId } from "@tms/kit/values/ids";
import { Payer, type Game } from "@tms/proto/tms/game/v1/game";
import { InvalidArgumentError, Option, type Command } from "commander";
import { formatMajor, parseMajor } from "../amount.ts";
import { gameClient } from "../clients.ts";
import { table } from "../table.ts";

/** `tms game create` and `tms game list`. */
export function addGame(program: Command): void {
  const game = program.command("game").description("games");
  game
    .command("create")
    .description("create a game; prints its id")
    .requiredOption("--name <name>", "shown in its tournaments")
    .option("--currency <code>", "ISO 4217 code or one of its own", "USD")
    .option("--exponent <n>", "decimals of the currency", wholeNumber, 2)
    .addOption(
      new Option("--payer <who>", "who pays entry fees")
        .choices(["game", "wallet"])
        .default("game"),
    )
    .option("--credit-limit <amount>", "how far its account may go below zero, in major units")
    .option(
      "--fee-bps <n>",
      "platform's share of prize pools, in hundredths of a percent",
      wholeNumber,
      0,
    )
    .option("--request-id <uuid>", "repeat an earlier attempt that was cut short")
    .action(createGame);
  game.command("list").description("list all games, newest first").action(listGames);
}

interface CreateOptions {
  name: string;
  currency: string;
  exponent: number;
  payer: "game" | "wallet";
  creditLimit?: string;
  feeBps: number;
  requestId?: string;
}

async function createGame(options: CreateOptions): Promise<void> {
  const { name, currency, exponent, payer, creditLimit, feeBps } = options;
  const limit = creditLimit === undefined ? undefined : parseMajor(creditLimit, exponent);
  if (creditLimit !== undefined && limit === undefined)
    throw new InvalidArgumentError(
      `The credit limit must be a number with at most ${exponent} decimals.`,
    );
  const requestId = options.requestId ?? newId();
  const client = gameClient();
  console.error(`request ${requestId}`);
  const { game } = await client.createGame({
    requestId,
    name,
    currency: { code: currency, exponent },
    payer: payer === "wallet" ? Payer.WALLET : Payer.GAME,
    platformFeeBps: feeBps,
    ...(limit !== undefined && { creditLimitMinorUnits: limit }),
  });
  console.log(game?.id);
}

async function listGames(): Promise<void> {
  const client = gameClient();
  const games: Game[] = [];
  let pageToken = "";
  do {
    const page = await client.listGames({ pageSize: 1000, pageToken });
    games.push(...page.games);
    pageToken = page.nextPageToken;
  } while (pageToken !== "");
  const headings = ["ID", "NAME", "CURRENCY", "PAYER", "CREDIT LIMIT", "FEE BPS"];
  console.log(table(headings, games.map(gameCells)));
}

function gameCells(game: Game): string[] {
  const limit = game.creditLimitMinorUnits;
  return [
    game.id,
    game.name,
    game.currency?.code ?? "",
    game.payer === Payer.WALLET ? "wallet" : "game",
    limit === undefined ? "none" : formatMajor(limit, game.currency?.exponent ?? 0),
    String(game.platformFeeBps),
  ];
}

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError("It must be a whole number.");
  return Number(text);
}
