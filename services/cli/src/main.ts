import { Command, InvalidArgumentError } from "commander";
import { RemoteError } from "@tms/kit/errors";
import { runMain } from "@tms/kit/process";
import { addAudit } from "./commands/audit.ts";
import { addGame } from "./commands/game.ts";
import { addKey } from "./commands/key.ts";
import { addMigrate } from "./commands/migrate.ts";
import { addOutbox } from "./commands/outbox.ts";
import { addSettlement } from "./commands/settlement.ts";

await runMain(async () => {
  const program = new Command("tms").description("Operates the Tournament Management Service.");
  for (const add of [addMigrate, addGame, addKey, addSettlement, addOutbox, addAudit]) add(program);
  try {
    await program.parseAsync();
  } catch (error) {
    if (error instanceof RemoteError) program.error(`${error.reason}: ${error.message}`);
    if (error instanceof InvalidArgumentError) program.error(error.message);
    if (error instanceof Error && error.name === "DatabaseAwayError") program.error(error.message);
    throw error;
  }
  // Connections to services would keep the process for a while.
  process.exit();
});
