import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "@tms/stack/paths";

// `node test/planted-faults.ts [AREA…]` plants one fault at a time in the product and runs the tests
// that could notice it. Each fault that no test notices is printed. It is not part of `pnpm test`.

interface Fault {
  /** A file of the product. */
  file: string;
  /** Text that occurs in the file, and its replacement. */
  from: string;
  to: string;
}

interface Area {
  /** Path fragments, as `pnpm test` takes them. */
  tests: string[];
  faults: Fault[];
}

const fault = (file: string, from: string, to: string): Fault => ({ file, from, to });

const WALLET = "services/wallet/migrations/0001_wallet.sql";
const POST = "services/wallet/src/ledger/post.ts";
const POSTING = "services/wallet/src/db/posting.ts";
const FOLD = "services/entry/src/scoring/fold.ts";
const PLACES = "services/entry/src/db/sort-keys.ts";
const DECIDE = "services/entry/src/scoring/decide-scores.ts";
const STEPS = "services/settlement/src/steps.ts";
const PRIZES = "services/settlement/src/prizes.ts";
const SETTLEMENTS = "services/settlement/src/db/settlements.ts";
const RANK = "services/entry/src/ranking/competition-rank.ts";
const DECISIONS = "services/entry/src/db/decisions.ts";
const SCHEDULE = "services/settlement/src/db/schedule.ts";
const SWEEPER = "services/settlement/src/scheduling/sweeper.ts";
const KEYS = "services/game/src/rpc/key-rpcs.ts";
const ISSUING = "services/game/src/keys.ts";
const KEY_ROWS = "services/game/src/db/api-keys.ts";
const IDEMPOTENT = "services/kit/src/database/idempotent.ts";
const THROTTLE = "services/identity/src/throttle.ts";
const ENVIRONMENT = "gateway/src/auth/environment.ts";

const NO_FAULT = fault(WALLET, "", "");

const AREAS: Record<string, Area> = {
  ledger: {
    tests: ["services/wallet"],
    faults: [
      fault(WALLET, "CHECK (balance_minor >= floor_minor)", "CHECK (true)"),
      fault(WALLET, "sum(amount)::bigint", "max(amount)::bigint"),
      fault(WALLET, "IF with_closed > 0 THEN", "IF false THEN"),
      fault(WALLET, "coalesce(encode(previous, 'hex'), account_id::text)", "account_id::text"),
      fault(POST, "!OF_SETTLEMENT.has(transfer.kind)", "true"),
      fault(POST, "isFor: (transfer) => hasSameContent(row, transfer)", "isFor: () => true"),
      fault("services/wallet/src/db/accounts.ts", "ORDER BY id FOR NO KEY UPDATE", "ORDER BY id"),
      fault(POSTING, "($10::bigint[])[pool]", "($10::bigint[])[1]"),
      fault("services/wallet/src/ledger/disbursements.ts", "transferIds[index]", "transferIds[0]"),
      fault(POSTING, "(SELECT count(*) FROM locked) = cardinality(${ACCOUNTS})", "true"),
    ],
  },
  ranking: {
    tests: ["services/entry"],
    faults: [
      fault(RANK, "better += group.entries", "better += 1"),
      fault("services/entry/src/db/boards.ts", "AND place < ${place})", "AND place <= ${place})"),
      fault(
        DECISIONS,
        "${registration.eliminated} + ${ids.length}",
        "${registration.eliminated} + 1",
      ),
      fault(DECISIONS, ".set({ exitNumber: exitNumber - ids.length })", ".set({ exitNumber })"),
      fault(
        FOLD,
        "isSame(fold.result, result) ? fold.reached : attempt.sequence",
        "attempt.sequence",
      ),
      fault(FOLD, 'if (attempt.state === "held") return { ...fold, attempts };', ""),
      fault(PLACES, "order <= ORDERS.placed[1]", "true"),
      fault(PLACES, 'terms.ties === "earliest"', 'terms.ties !== "earliest"'),
      fault(DECIDE, "before.attempts >= scoring.attempts", "before.attempts > scoring.attempts"),
      fault(DECIDE, 'if (readAt >= endsAt) throw new DomainError("TOURNAMENT_ENDED");', ""),
    ],
  },
  settlement: {
    tests: ["services/settlement"],
    faults: [
      fault(STEPS, "totalMinor + planned.feeMinor !== settlement.poolMinor", "false"),
      fault(STEPS, "> lastRank) break", ">= lastRank) break"),
      fault(STEPS, "before + index + 1", "index + 1"),
      fault(PRIZES, "isEarliest ? prize.remainderMinor : 0n", "0n"),
      fault(PRIZES, "rank !== (index === 0 ? rankBefore : entries.ranks[index - 1])", "true"),
      fault(SCHEDULE, "least(${settlement.dueAt}, excluded.due_at)", "excluded.due_at"),
      fault(SETTLEMENTS, "OR ${settlement.leaseUntil} <= now())", "OR true)"),
      fault(
        SETTLEMENTS,
        "${IS_OPEN} AND ${settlement.leaseUntil} = given.lease_until",
        "${IS_OPEN}",
      ),
      fault(STEPS, "refusals.length === 0)", "refusals.length >= 0)"),
      fault(SWEEPER, "if (queuedAt.has(toKey(row))) handOver(row.tournamentId);", ""),
    ],
  },
  rights: {
    tests: [
      "services/game",
      "services/identity",
      "services/kit",
      "services/settlement/test/read",
      "gateway",
      "test/system",
    ],
    faults: [
      fault(KEYS, "requireHeld(key.scopes, heldOf(rights, request.heldScopes));", ""),
      fault(ISSUING, "ofName >= MAX_OF_A_NAME", "ofName > MAX_OF_A_NAME"),
      fault(KEY_ROWS, "  or(isNull(apiKey.endsAt), gt(apiKey.endsAt, sql`now()`)),\n", ""),
      fault("services/game/src/rpc/member-rpcs.ts", "await lockPerson(tx, userId);", ""),
      fault(IDEMPOTENT, "!row.fingerprint.equals(fingerprint)", "false"),
      fault(THROTTLE, "attempts > times * max)", "attempts > times * max + 1)"),
      fault(SETTLEMENTS, "undefined : eq(settlement.gameId, gameId)", "undefined"),
      fault("gateway/src/idempotency/repeats.ts", '`${owner.join("/")}/${key}`', "key"),
      fault("gateway/src/auth/access-checks.ts", "!isWithin(caller.ranges, request.ip)", "false"),
      fault(ENVIRONMENT, "[id, projectId].includes(named.toLowerCase())", "true"),
    ],
  },
};

// A signal must not leave a fault in a file: the exit restores it.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));

const chosen = process.argv.slice(2);
const unknown = chosen.find((name) => !(name in AREAS));
if (unknown !== undefined) throw new Error(`There is no area "${unknown}".`);
let missed = 0;
for (const [name, { tests, faults }] of Object.entries(AREAS)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  if (isCaught(NO_FAULT, tests)) throw new Error(`The tests of ${name} fail without a fault.`);
  let caught = 0;
  for (const planted of faults) {
    if (isCaught(planted, tests)) caught++;
    else console.log(`MISSED ${planted.file}: ${planted.from.trim()} → ${planted.to}`);
  }
  missed += faults.length - caught;
  console.log(`${name}: ${caught} of ${faults.length} faults caught`);
}
process.exitCode = missed > 0 ? 1 : 0;

/** Returns true if the tests fail with the fault planted. */
function isCaught({ file, from, to }: Fault, tests: string[]): boolean {
  const path = join(repository, file);
  const text = readFileSync(path, "utf8");
  if (!text.includes(from)) throw new Error(`${file} does not contain ${from}`);
  const restore = () => writeFileSync(path, text);
  process.once("exit", restore);
  writeFileSync(
    path,
    text.replace(from, () => to),
  );
  try {
    const command = ["test/run.ts", ...tests];
    const options = { cwd: repository, encoding: "utf8", maxBuffer: Infinity } as const;
    const { stdout } = spawnSync(process.execPath, command, options);
    const [, passed, failed] = /(\d+) passed, (\d+) failed/.exec(stdout) ?? [];
    if (!Number(passed)) throw new Error(`no test passed with the fault in ${file}`);
    return Number(failed) > 0;
  } finally {
    restore();
    process.off("exit", restore);
  }
}
