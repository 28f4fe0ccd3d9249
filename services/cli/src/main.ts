import { RemoteError } from "@tms/kit/errors/remote-error";
import { runMain } from "@tms/kit/process/process";
import { InvalidFileError } from "@tms/kit/process/watched-file";
import { Command, InvalidArgumentError } from "commander";
import { addCallerCommands } from "./commands/caller.ts";
import { addClockCommand } from "./commands/clock.ts";
import { addAuditCommand, addMigrateCommand, addOutboxCommands } from "./commands/database.ts";
import { addGameCommands } from "./commands/game.ts";
import { addKeyCommands, addSigningKeyCommands } from "./commands/key.ts";
import { addSecretsCommands } from "./commands/secrets.ts";
import { addSettlementCommands } from "./commands/settlement.ts";
import { addSmokeTestCommand } from "./commands/smoke-test.ts";
import { describeFailure, OperatorError, visible } from "./texts.ts";

await runMain(async () => {
  const program = new Command("tms").description("Operate the Tournament Management Service.");
  const groups = [
    addGameCommands,
    addKeyCommands,
    addClockCommand,
    addSettlementCommands,
    addSigningKeyCommands,
    addCallerCommands,
  ];
  for (const add of [
    addSecretsCommands,
    addMigrateCommand,
    ...groups,
    addOutboxCommands,
    addAuditCommand,
    addSmokeTestCommand,
  ])
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
