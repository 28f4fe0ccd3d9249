import {
  createTms,
  isTmsError,
  verifyWebhook,
  WebhookVerificationError,
  type Payout,
  type Tms,
  type EnvironmentEvent,
} from "@tms/sdk";

// A game's backend in one file: it plays a tournament from its creation to the payout, and takes
// deliveries of webhooks. Run it with TMS_BASE_URL, TMS_API_KEY and TMS_GAME_ID.

const HOUR_MS = 3_600_000;
const LOOKS_EVERY_MS = 500;
const PAID_WITHIN_MS = 60_000;

/** The result of a tournament. */
export interface Outcome {
  tournamentId: string;
  /** Handles of those who got in. */
  joined: string[];
  /** Handles of those who found all seats taken. */
  tooLate: string[];
  payouts: Payout[];
}

/** Plays a tournament with two seats. Later gamers are refused, and the first gamer wins. */
export async function playTournament(tms: Tms, handles: readonly string[]): Promise<Outcome> {
  // Tournaments go by the environment's clock; that of a test environment may be ahead.
  const { clock } = await tms.clock.get();
  const { tournament } = await tms.tournaments.create({
    name: "Duel",
    description: "Two seats, one winner.",
    startTime: clock.now,
    endTime: new Date(Date.parse(clock.now) + HOUR_MS).toISOString(),
    entryFee: 2.5,
    maxEntries: 2,
  });
  await tms.tournaments.publish(tournament.id);

  const [joined, tooLate]: [string[], string[]] = [[], []];
  for (const handle of handles) {
    try {
      await tms.entries.join(tournament.id, handle);
      joined.push(handle);
    } catch (error) {
      // The caller handles all other errors.
      if (!isTmsError(error, "tournament_full")) throw error;
      tooLate.push(handle);
    }
  }

  const loser = joined.at(-1);
  if (joined.length > 1 && loser !== undefined) await tms.entries.eliminate(tournament.id, loser);
  await tms.tournaments.complete(tournament.id);
  return {
    tournamentId: tournament.id,
    joined,
    tooLate,
    payouts: await payoutsOf(tms, tournament.id),
  };
}

/** Waits until everybody is paid. */
async function payoutsOf(tms: Tms, tournamentId: string): Promise<Payout[]> {
  const until = Date.now() + PAID_WITHIN_MS;
  const payouts = tms.tournaments.settlement(tournamentId);
  while ((await payouts.page()).settlement.state !== "done") {
    if (Date.now() > until)
      throw new Error(`The tournament ${tournamentId} was not settled in time.`);
    await new Promise((resolve) => setTimeout(resolve, LOOKS_EVERY_MS));
  }
  const all: Payout[] = [];
  for await (const payout of payouts) all.push(payout);
  return all;
}

/** The ids of handled deliveries. A real backend keeps them in its database. */
export interface Inbox {
  /** Returns true for the first delivery of an event, and remembers it. */
  isNew(eventId: string): boolean;
  /** Handles an event. */
  handle(event: EnvironmentEvent): void | Promise<void>;
}

/**
 * Handles a delivery. Returns 400 if the signature is not valid, and 204 if the event is handled, now or before.
 * If `handle` throws, the service delivers the event again.
 */
export async function handleWebhook(
  request: Request,
  secrets: string | readonly string[],
  inbox: Inbox,
): Promise<Response> {
  try {
    const event = await verifyWebhook(await request.arrayBuffer(), request.headers, secrets);
    if (inbox.isNew(event.id)) await inbox.handle(event);
    return new Response(null, { status: 204 });
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    return new Response(error.message, { status: 400 });
  }
}

if (import.meta.main) {
  const { TMS_BASE_URL, TMS_API_KEY, TMS_GAME_ID } = process.env;
  if (!TMS_BASE_URL || !TMS_API_KEY || !TMS_GAME_ID) {
    const needed = { TMS_BASE_URL, TMS_API_KEY, TMS_GAME_ID };
    const missing = Object.entries(needed).flatMap(([name, value]) => (value ? [] : name));
    console.error(
      `These settings are missing: ${missing.join(", ")}. See "A whole backend" in docs/guide/sdk.md.`,
    );
    process.exit(1);
  }
  const tms = createTms({ baseUrl: TMS_BASE_URL, apiKey: TMS_API_KEY, gameId: TMS_GAME_ID });
  const { payouts } = await playTournament(tms, ["ada", "bob", "cyd"]);
  for (const { gamerHandle, amount } of payouts) console.log(`${gamerHandle} gets ${amount}`);
}
