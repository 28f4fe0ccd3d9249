import { newId } from "@tms/kit/values/ids";
import { wordsOf, type WordOf } from "@tms/kit/values/words";
import { SettlementKind, SettlementState } from "@tms/proto/tms/settlement/v1/settlement";
import { Option, type Command } from "commander";
import { readAll, settlementClient } from "../clients.ts";
import { formatTime, table } from "../texts.ts";

const KINDS = wordsOf(SettlementKind);
const STATES = wordsOf(SettlementState);

export function addSettlementCommands(program: Command): void {
  program
    .command("settlements")
    .description("list the settlements of all games, newest tournament first")
    .addOption(
      new Option("--state <state>", "list only settlements in this state").choices(STATES.all),
    )
    .action(listSettlements);
  program
    .command("settlement")
    .description("manage a settlement")
    .command("retry")
    .description("retry a dead settlement")
    .argument("<tournament-id>")
    .action(retrySettlement);
}

async function listSettlements(options: { state?: WordOf<typeof SettlementState> }): Promise<void> {
  const state = options.state ? STATES.value(options.state) : SettlementState.UNSPECIFIED;
  const client = settlementClient();
  const settlements = await readAll("settlements", (part) =>
    client.listSettlements({ state, ...part }),
  );
  const lines = table(settlements, {
    TOURNAMENT: ({ tournamentId }) => tournamentId,
    KIND: ({ kind }) => KINDS.word(kind) ?? "unknown",
    STATE: (settlement) => STATES.word(settlement.state) ?? "unknown",
    DUE: ({ dueTime }) => formatTime(dueTime),
    PAYOUTS: ({ payouts }) => payouts,
    FAILURES: ({ failures }) => failures,
    "LAST ERROR": ({ lastError }) => lastError || "-",
  });
  console.log(lines);
}

async function retrySettlement(tournamentId: string): Promise<void> {
  await settlementClient().retrySettlement({ requestId: newId(), tournamentId });
  console.log(`The settlement of the tournament ${tournamentId} runs again.`);
}
