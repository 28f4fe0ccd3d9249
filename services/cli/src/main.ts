import { Command, InvalidArgumentError } from "commander";
import { RemoteError } from "@tms/kit/errors/remote-error";
import { runMain } from "@tms/kit/process/process";
import { addAudit } from "./commands/audit.ts";
import { addCallerCommands } from "./commands/caller.ts";
import { addClock } from "./commands/clock.ts";
import { addGame } from "./commands/game.ts";
import { addKey } from "./commands/key.ts";
import { addMigrate } from "./commands/migrate.ts";
import { addOutbox } from "./commands/outbox.ts";
import { addSettlement } from "./commands/settlement.ts";
import { addSigningKey } from "./commands/signing-key.ts";
import { visible } from "./table.ts";

// By name: what throws them is loaded by the commands that need it alone.
const FOR_OPERATORS = new Set([
  "DatabaseAwayError",
  "MigrationsChangedError",
  "RoleTakenError",
  "TablesLockedError",
  "UnfitServerError",
  "CallersFileError",
  "CallerChangeError",
]);

await runMain(async () => {
  const program = new Command("tms").description("Operate the Tournament Management Service.");
  const groups = [addGame, addKey, addClock, addSettlement, addSigningKey, addCallerCommands];
  for (const add of [addMigrate, ...groups, addOutbox, addAudit]) add(program);
  try {
    await program.parseAsync();
  } catch (error) {
    if (error instanceof RemoteError) program.error(visible(`${error.reason}: ${error.message}`));
    if (error instanceof InvalidArgumentError) program.error(error.message);
    if (error instanceof Error && FOR_OPERATORS.has(error.name)) program.error(error.message);
    throw error;
  }
  // Connections to services would keep the process for a while.
  process.exit();
});
