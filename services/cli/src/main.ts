import { RemoteError } from "@tms/kit/errors/remote-error";
import { runMain } from "@tms/kit/process/process";
import { InvalidFileError } from "@tms/kit/process/watched-file";
import { Command, InvalidArgumentError } from "commander";
import { addCallerCommands } from "./commands/caller.ts";
import { addClock } from "./commands/clock.ts";
import { addAudit, addMigrate, addOutbox } from "./commands/database.ts";
import { addGame } from "./commands/game.ts";
import { addKey, addSigningKey } from "./commands/key.ts";
import { addSecrets } from "./commands/secrets.ts";
import { addSettlement } from "./commands/settlement.ts";
import { addSmokeTest } from "./commands/smoke-test.ts";
import { describeFailure, OperatorError, visible } from "./texts.ts";

await runMain(async () => {
  const program = new Command("tms").description("Operate the Tournament Management Service.");
  const groups = [addGame, addKey, addClock, addSettlement, addSigningKey, addCallerCommands];
  for (const add of [addSecrets, addMigrate, ...groups, addOutbox, addAudit, addSmokeTest])
    add(program);
  try {
    await program.parseAsync();
  } catch (error) {
    if (error instanceof RemoteError) program.error(visible(describeFailure(error)));
    if (error instanceof InvalidArgumentError) program.error(error.message);
    const isForOperators = error instanceof OperatorError || error instanceof InvalidFileError;
    if (isForOperators) program.error(error.message);
    throw error;
  }
  // Open connections to services would delay the end of the process.
  process.exit();
});
