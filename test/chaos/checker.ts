import type { Caller } from "./caller.ts";
import type { Call, History } from "./history.ts";
import { differs } from "./model/differs.ts";
import { checkTournament, type SeenTournament } from "./model/tournament.ts";
import { balanceOf, movesOfCalls, type Move } from "./model/moves.ts";
import { observeBalances } from "./observe.ts";
import { checkPeople } from "./people/check.ts";
import { behaviourOf } from "./operations/all.ts";
import type { Aftermath } from "./operations/behaviour.ts";
import { keyOf } from "./play.ts";
import type { ChaosSystem } from "./system.ts";
import { checkLogs } from "./told/check.ts";

/** Of the acknowledged operations, how many are asked once more at the very end. */
const REPEATED = 40;
const PATIENCE_MS = 12_000;
const RETRIES = 3;

/** Checks a run that has come to rest: a sentence for each way in which it contradicts the model. */
export async function checkHistory(
  system: ChaosSystem,
  caller: Caller,
  seed: number,
  history: History,
  seen: readonly (SeenTournament | null)[],
): Promise<string[]> {
  const faults: string[] = [];
  const moves: Move[] = movesOfCalls(history);
  for (const [index, tournament] of seen.entries()) {
    if (tournament === null) continue;
    const result = checkTournament(history, index, tournament);
    faults.push(
      ...result.faults.map(
        (fault) => `tournament ${index} (${tournament.tournament.id}): ${fault}`,
      ),
    );
    moves.push(...result.moves);
  }
  const aftermath = { history, moves };
  for (const call of history.calls)
    faults.push(...checkCall(call, aftermath).map((fault) => `${describeCall(call)}: ${fault}`));
  const balances = await observeBalances(system, history.fixture);
  for (const [account, balance] of balances)
    faults.push(...differs(`the balance of ${account}`, balance, balanceOf(moves, account)));
  faults.push(...(await checkLogs(system, history, seen, balances)));
  faults.push(...(await checkPeople(system, history)));
  faults.push(...(await checkRepeats(caller, seed, aftermath)));
  faults.push(...system.watch.crashes, ...caller.internalErrors);
  return faults;
}

function checkCall(call: Call, aftermath: Aftermath): string[] {
  const { checkAcknowledged, refusals, identity, mend = [] } = behaviourOf(call.intent);
  const { outcome, answers, mended } = call;
  const unmendable = mend.filter(({ code, may }) => mended.includes(code) && !may(call, aftermath));
  if (unmendable.length > 0)
    return unmendable.map(({ code }) => `was refused as ${code} for a while, which cannot be`);
  switch (outcome.kind) {
    case "acknowledged":
      return [
        ...checkAcknowledged(call, aftermath),
        ...answers.flatMap((answer) =>
          differs("another answer to the same key", identity(answer), identity(outcome.body)),
        ),
      ];
    case "refused": {
      if (answers.length > 0) return [`was acknowledged, and refused as ${outcome.code}`];
      const may = refusals[outcome.code]?.(call, aftermath) ?? false;
      return may ? [] : [`was refused as ${outcome.code}, which cannot be`];
    }
    case "unknown":
      return [`was never answered: ${outcome.why}`];
    default:
      return outcome satisfies never;
  }
}

/** Asks for some of what was acknowledged again: the same key must get the same answer. */
async function checkRepeats(caller: Caller, seed: number, aftermath: Aftermath): Promise<string[]> {
  const { history } = aftermath;
  const answered = history.calls.filter(
    (call) =>
      call.outcome.kind === "acknowledged" &&
      (behaviourOf(call.intent).repeats?.(call, aftermath) ?? true),
  );
  const every = Math.max(1, Math.floor(answered.length / REPEATED));
  const faults: string[] = [];
  for (const call of answered.filter((_, index) => index % every === 0)) {
    const { request, identity } = behaviourOf(call.intent);
    const { operation, intent, outcome } = call;
    const key = keyOf(seed, operation);
    const ask = () => caller.send(request(intent, history.fixture), key, PATIENCE_MS);
    let again = await ask();
    // A connection that a fault broke shows only when it is used again.
    for (let retry = 0; retry < RETRIES && again.kind === "unknown"; retry++) again = await ask();
    const identityOf = (one: typeof again) =>
      one.kind === "acknowledged" ? identity(one.body) : one;
    faults.push(
      ...differs("the answer to the same key", identityOf(again), identityOf(outcome)).map(
        (fault) => `${describeCall(call)}: ${fault}`,
      ),
    );
  }
  return faults;
}

/** A call as people read it. */
export function describeCall({ operation, intent, startedAt, endedAt, outcome }: Call): string {
  const { kind, ...rest } = intent;
  const content = JSON.stringify(rest, (_, value: unknown) =>
    typeof value === "bigint" ? String(value) : value,
  );
  const answer =
    outcome.kind === "refused"
      ? outcome.code
      : outcome.kind === "unknown"
        ? outcome.why
        : "acknowledged";
  return `operation ${operation.id} ${kind} ${content} [${startedAt}–${endedAt}] ${answer}`;
}
