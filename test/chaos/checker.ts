import { checkEvents } from "./events.ts";
import * as facts from "./facts.ts";
import { differs, isAcknowledged, toText, type Call, type History } from "./history.ts";
import { observeBalances, observeEvents, type SeenTournament } from "./observe.ts";
import { getOperation } from "./operations.ts";
import { checkPeople } from "./people-checker.ts";
import { getKey, type Caller } from "./play.ts";
import type { ChaosSystem } from "./system.ts";
import { checkTournament } from "./tournament-checker.ts";

/** The number of acknowledged operations that are repeated at the very end. */
const REPEATED = 40;
const PATIENCE_MS = 12_000;
const RETRIES = 3;

/** Checks a run that has come to rest: returns a sentence for each contradiction of the model. */
export async function checkHistory(
  system: ChaosSystem,
  caller: Caller,
  seed: number,
  history: History,
  seen: readonly (SeenTournament | null)[],
): Promise<string[]> {
  const faults: string[] = [];
  const note = (subject: string, found: readonly string[]) =>
    faults.push(...found.map((fault) => `${subject}: ${fault}`));
  for (const [index, one] of seen.entries()) {
    if (one === null) continue;
    const result = checkTournament(history, index, one);
    note(`tournament ${index} (${one.tournament.id})`, result.faults);
    history.moves.push(...result.moves);
  }
  for (const call of history.calls) note(describeCall(call), checkCall(call, history));
  const balances = await observeBalances(system, history.fixture);
  for (const [account, balance] of balances)
    note(account, differs("the balance", balance, facts.getBalance(history, account)));
  for (const [index, game] of history.fixture.games.entries()) {
    const events = await observeEvents(system, game);
    note(`the events of game ${index}`, checkEvents(history, index, { events, balances, seen }));
  }
  faults.push(...(await checkPeople(system, history)));
  faults.push(...(await checkRepeats(caller, seed, history)));
  return [...faults, ...system.watch.crashes, ...caller.internalErrors];
}

/** Checks whether the outcome of a call is possible. */
export function checkCall(call: Call, history: History): string[] {
  const operation = getOperation(call.intent);
  const { outcome, answers, mended } = call;
  const impossible = mended.filter((code) => !operation.mend?.[code]?.may(call, history));
  if (impossible.length > 0)
    return impossible.map((code) => `was refused as ${code} for a while, which cannot be`);
  switch (outcome.kind) {
    case "acknowledged":
      return [
        ...Object.entries(operation.wrong ?? {}).flatMap(([wrong, isWrong]) =>
          isWrong(call, history) ? [wrong] : [],
        ),
        ...(operation.check?.(call, history) ?? []),
        ...answers.flatMap((answer) =>
          differs(
            "another answer to the same key",
            operation.identity(answer),
            operation.identity(outcome.body),
          ),
        ),
      ];
    case "refused": {
      if (answers.length > 0 && !operation.endsBetween?.(call, history))
        return [`was acknowledged, and refused as ${outcome.code}`];
      const may = operation.refusals?.[outcome.code]?.(call, history) ?? false;
      return may ? [] : [`was refused as ${outcome.code}, which cannot be`];
    }
    case "unknown":
      return [`was never answered: ${outcome.why}`];
    default:
      return outcome satisfies never;
  }
}

/** Repeats some acknowledged operations: the same key must get the same answer. */
async function checkRepeats(caller: Caller, seed: number, history: History): Promise<string[]> {
  const answered = history.calls.filter(
    (call) => isAcknowledged(call) && (getOperation(call.intent).repeats?.(call, history) ?? true),
  );
  const every = Math.max(1, Math.floor(answered.length / REPEATED));
  const faults: string[] = [];
  for (const call of answered.filter((_, index) => index % every === 0)) {
    const { operation, intent, outcome } = call;
    const { request, identity } = getOperation(intent);
    const ask = () =>
      caller.send(request(intent, history.fixture), getKey(seed, operation), PATIENCE_MS);
    let again = await ask();
    // A connection that a fault broke fails only when it is used.
    for (let retry = 0; retry < RETRIES && again.kind === "unknown"; retry++) again = await ask();
    const toIdentity = (one: typeof again) =>
      one.kind === "acknowledged" ? identity(one.body) : one;
    faults.push(
      ...differs("the answer to the same key", toIdentity(again), toIdentity(outcome)).map(
        (fault) => `${describeCall(call)}: ${fault}`,
      ),
    );
  }
  return faults;
}

export function describeCall({ operation, intent, startedAt, endedAt, outcome }: Call): string {
  const { kind, ...rest } = intent;
  const why = outcome.kind === "unknown" ? outcome.why : outcome.kind;
  const answer = outcome.kind === "refused" ? outcome.code : why;
  return `operation ${operation.id} ${kind} ${toText(rest)} [${startedAt}–${endedAt}] ${answer}`;
}
