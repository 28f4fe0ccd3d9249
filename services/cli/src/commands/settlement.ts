import { timestampDate } from "@bufbuild/protobuf/wkt";
import { newId } from "@tms/kit/values/ids";
import {
  SettlementKind,
  SettlementState,
  type Settlement,
} from "@tms/proto/tms/settlement/v1/settlement";
import { Option, type Command } from "commander";
import { settlementClient } from "../clients.ts";
import { table } from "../table.ts";

const STATES = {
  scheduled: SettlementState.SCHEDULED,
  planning: SettlementState.PLANNING,
  paying: SettlementState.PAYING,
  done: SettlementState.DONE,
  dead: SettlementState.DEAD,
} as const;
type StateName = keyof typeof STATES;

/** `tms settlements` and `tms settlement retry`. */
export function addSettlement(program: Command): void {
  program
    .command("settlements")
    .description("list the settlements of all games, newest tournament first")
    .addOption(
      new Option("--state <state>", "list only settlements in this state").choices(
        Object.keys(STATES),
      ),
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

async function listSettlements(options: { state?: StateName }): Promise<void> {
  const state = options.state ? STATES[options.state] : SettlementState.UNSPECIFIED;
  const client = settlementClient();
  const settlements: Settlement[] = [];
  let pageToken = "";
  do {
    const page = await client.listSettlements({ state, pageSize: 1000, pageToken });
    settlements.push(...page.settlements);
    pageToken = page.nextPageToken;
  } while (pageToken !== "");
  const headings = ["TOURNAMENT", "KIND", "STATE", "DUE", "PAYOUTS", "FAILURES", "LAST ERROR"];
  console.log(table(headings, settlements.map(settlementCells)));
}

function settlementCells(settlement: Settlement): string[] {
  const { kind, state, dueTime, payouts, failures, lastError } = settlement;
  return [
    settlement.tournamentId,
    kind === SettlementKind.REFUND ? "refund" : "payout",
    Object.entries(STATES).find(([, value]) => value === state)?.[0] ?? "unknown",
    dueTime ? timestampDate(dueTime).toISOString() : "-",
    String(payouts),
    String(failures),
    lastError || "-",
  ];
}

async function retrySettlement(tournamentId: string): Promise<void> {
  await settlementClient().retrySettlement({ requestId: newId(), tournamentId });
  console.log(`The settlement of the tournament ${tournamentId} runs again.`);
}
