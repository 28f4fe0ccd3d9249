import { newId } from "@tms/kit/values/ids";
import {
  SettlementKind,
  SettlementState,
  type Settlement,
} from "@tms/proto/tms/settlement/v1/settlement";
import { Option, type Command } from "commander";
import { readPages, settlementClient } from "../clients.ts";
import { formatTime, table } from "../texts.ts";

const STATES = {
  scheduled: SettlementState.SCHEDULED,
  planning: SettlementState.PLANNING,
  paying: SettlementState.PAYING,
  done: SettlementState.DONE,
  dead: SettlementState.DEAD,
} as const;

/** Adds `tms settlements` and `tms settlement retry`. */
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

async function listSettlements(options: { state?: keyof typeof STATES }): Promise<void> {
  const state = options.state ? STATES[options.state] : SettlementState.UNSPECIFIED;
  const client = settlementClient();
  const pages = await readPages((part) => client.listSettlements({ state, ...part }));
  const headings = ["TOURNAMENT", "KIND", "STATE", "DUE", "PAYOUTS", "FAILURES", "LAST ERROR"];
  const cells = ({ tournamentId, kind, dueTime, payouts, failures, ...settlement }: Settlement) => [
    tournamentId,
    kind === SettlementKind.REFUND ? "refund" : "payout",
    Object.entries(STATES).find(([, value]) => value === settlement.state)?.[0] ?? "unknown",
    formatTime(dueTime),
    String(payouts),
    String(failures),
    settlement.lastError || "-",
  ];
  console.log(
    table(
      headings,
      pages.flatMap(({ settlements }) => settlements.map(cells)),
    ),
  );
}

async function retrySettlement(tournamentId: string): Promise<void> {
  await settlementClient().retrySettlement({ requestId: newId(), tournamentId });
  console.log(`The settlement of the tournament ${tournamentId} runs again.`);
}
