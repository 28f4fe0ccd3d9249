import { readSettings } from "@tms/kit/process/config";
import { invitationLink } from "@tms/kit/values/secret";
import { newId } from "@tms/kit/values/ids";
import { wordsOf, type WordOf } from "@tms/kit/values/words";
import { Mode, Payer, type Game } from "@tms/proto/tms/game/v1/game";
import { Role } from "@tms/proto/tms/game/v1/member";
import { usualDecimals } from "@tms/resources/values/money";
import { InvalidArgumentError, Option, type Command } from "commander";
import { gameClient, memberClient, readAll } from "../clients.ts";
import { formatMajor, formatTime, parseMajor, parseWholeNumber, table } from "../texts.ts";

export function addGameCommands(program: Command): void {
  const game = program.command("game").description("manage games");
  game
    .command("create")
    .description("create a game, and print the id of its live environment")
    .requiredOption("--name <name>", "the name, shown in tournaments")
    .option("--currency <code>", "an ISO 4217 code, or a code of the game's own", "USD")
    .option(
      "--exponent <n>",
      "the number of decimals; the default is that of ISO 4217, or 0 for a code of the game's own",
      parseWholeNumber,
    )
    .addOption(
      new Option("--payer <account>", "the payer of entry fees")
        .choices(PAYERS.all)
        .default("game"),
    )
    .option("--credit-limit <amount>", "the maximum debt of the game's account, in major units")
    .option(
      "--fee-bps <n>",
      "the platform's share of prize pools, in hundredths of a percent",
      parseWholeNumber,
      0,
    )
    .option("--request-id <uuid>", "the request id of the interrupted attempt that you retry")
    .action(createGame);
  game
    .command("invite")
    .description("create an invitation, and print its link once")
    .requiredOption("--game <id>", "the id of one of the game's environments")
    .option(
      "--email <address>",
      "the address to show in the list of invitations; no mail is sent, and anyone with the link can accept the invitation",
    )
    .addOption(
      new Option("--role <role>", "the role of the new member").choices(ROLES.all).default("owner"),
    )
    .action(invite);
  game
    .command("list")
    .description("list the environments of all games, newest first")
    .action(listGames);
}

const MODES = wordsOf(Mode);
const PAYERS = wordsOf(Payer);
const ROLES = wordsOf(Role);

async function createGame(options: {
  name: string;
  currency: string;
  exponent?: number;
  payer: WordOf<typeof Payer>;
  creditLimit?: string;
  feeBps: number;
  requestId?: string;
}) {
  const { name, currency, payer, creditLimit, feeBps } = options;
  const exponent = options.exponent ?? usualDecimals(currency);
  const limit = creditLimit === undefined ? undefined : parseMajor(creditLimit, exponent);
  if (creditLimit !== undefined && limit === undefined)
    throw new InvalidArgumentError(
      `The credit limit must be a number with at most ${exponent} decimals.`,
    );
  const requestId = options.requestId ?? newId();
  const client = gameClient();
  console.error(`Request id: ${requestId}`);
  const { game, testGame } = await client.createGame({
    requestId,
    name,
    currency: { code: currency, exponent },
    payer: PAYERS.value(payer),
    platformFeeBps: feeBps,
    ...(limit !== undefined && { creditLimitMinorUnits: limit }),
  });
  console.error(`Test environment: ${testGame?.id}. Game: ${game?.projectId}.`);
  console.log(game?.id);
}

async function invite(options: { game: string; email?: string; role: WordOf<typeof Role> }) {
  const publicUrl = readSettings((env) => {
    // A link to the operator's machine does not work for the invited person.
    const production = env.text("NODE_ENV", "development") === "production";
    const fallback = production ? undefined : "http://127.0.0.1:8080";
    return env.url("PUBLIC_URL", ["http:", "https:"], fallback);
  });
  const { invitation, token } = await memberClient().issueInvitation({
    requestId: newId(),
    gameId: options.game,
    email: options.email ?? "",
    role: ROLES.value(options.role),
  });
  const until = formatTime(invitation?.expireTime);
  console.error(`Invitation ${invitation?.id} can be used once, until ${until}.`);
  console.log(invitationLink(publicUrl, token));
}

async function listGames(): Promise<void> {
  const client = gameClient();
  const games = await readAll("games", (part) => client.listGames(part));
  const lines = table(games, {
    ID: ({ id }) => id,
    MODE: ({ mode }) => MODES.word(mode) ?? "-",
    GAME: ({ projectId }) => projectId,
    NAME: ({ name }) => name,
    CURRENCY: ({ currency }) => currency?.code ?? "",
    PAYER: ({ payer }) => PAYERS.word(payer) ?? "-",
    "CREDIT LIMIT": formatLimit,
    "FEE BPS": ({ platformFeeBps }) => platformFeeBps,
  });
  console.log(lines);
}

const formatLimit = ({ creditLimitMinorUnits: limit, currency }: Game): string =>
  limit === undefined ? "none" : formatMajor(limit, currency?.exponent ?? 0);
