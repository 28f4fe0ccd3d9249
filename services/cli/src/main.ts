import { Command, InvalidArgumentError } from "commander";
import { RemoteError } from "@tms/kit/errors/remote-error";
import { runMain } from "@tms/kit/process/process";
import { addCallerCommands } from "./commands/caller.ts";
import { addClock } from "./commands/clock.ts";
import { addAudit, addMigrate, addOutbox } from "./commands/database.ts";
import { addGame } from "./commands/game.ts";
import { addKey, addSigningKey } from "./commands/key.ts";
import { addSecrets } from "./commands/secrets.ts";
import { addSettlement } from "./commands/settlement.ts";
import { addSmokeTest } from "./commands/smoke-test.ts";
import { OperatorError } from "./errors.ts";
import { visible } from "./texts.ts";

await runMain(async () => {
  const program = new Command("tms").description("Operate the Tournament Management Service.");
  const groups = [addGame, addKey, addClock, addSettlement, addSigningKey, addCallerCommands];
  for (const add of [addSecrets, addMigrate, ...groups, addOutbox, addAudit, addSmokeTest])
    add(program);
  try {
    await program.parseAsync();
  } catch (error) {
    if (error instanceof RemoteError) program.error(visible(`${error.reason}: ${error.message}`));
    if (error instanceof InvalidArgumentError) program.error(error.message);
    const isForOperators =
      error instanceof OperatorError || (error as Error).name === "CallersFileError";
    if (isForOperators) program.error((error as Error).message);
    throw error;
  }
  // Open connections to services would delay the end of the process.
  process.exit();
});
