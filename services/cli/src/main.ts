import { Command } from "commander";
import { runMain } from "@tms/kit/process";
import { addMigrate } from "./commands/migrate.ts";

await runMain(async () => {
  const program = new Command("tms").description("Operates the Tournament Management Service.");
  addMigrate(program);
  await program.parseAsync();
});
