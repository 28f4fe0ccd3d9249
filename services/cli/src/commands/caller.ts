import { isOfAnotherRelease, type CallerEntry } from "@tms/kit/callers/file";
import { readSettings } from "@tms/kit/process/config";
import type { Command } from "commander";
import { table } from "../texts.ts";

interface FileOption {
  file?: string;
}

export function addCallerCommands(program: Command): void {
  const caller = program.command("caller").description("manage the callers of the services");
  const command = (text: string, description: string) =>
    caller
      .command(text)
      .description(description)
      .option("--file <path>", "the callers file; default: CALLERS_FILE");
  command("add <name>", "add a caller, and print its token once")
    .option(
      "--rpc <rpc...>",
      "the RPCs that an internal user can call: package.Service/Method or package.Service/*",
    )
    .action(async (name: string, { file, rpc = [] }: FileOption & { rpc?: string[] }) =>
      console.log(await (await load()).addCaller(toPath(file), name, rpc)),
    );
  command("list", "list the callers and the RPCs that they can call").action(list);
  command("rotate <name>", "add a second token to a caller, and print it once").action(
    async (name: string, { file }: FileOption) =>
      console.log(await (await load()).rotateCaller(toPath(file), name)),
  );
  command("retire <name>", "remove the older of a caller's two tokens").action(
    async (name: string, { file }: FileOption) => {
      await (await load()).retireCaller(toPath(file), name);
      console.error(`The older token of ${name} is removed.`);
    },
  );
  command("remove <name>", "remove a caller").action(async (name: string, { file }: FileOption) => {
    await (await load()).removeCaller(toPath(file), name);
    console.error(`The caller ${name} is removed.`);
  });
}

// Only these commands load the RPCs of all services.
const load = () => import("../callers.ts");

const toPath = (file: string | undefined): string =>
  file ?? readSettings((env) => env.text("CALLERS_FILE"));

async function list({ file }: FileOption) {
  const callers = await (await load()).readCallers(toPath(file));
  // One line per RPC. The file does not contain the RPCs of the product's callers.
  const toLines = (caller: CallerEntry) => {
    const { name, digests, rpcs = [isOfAnotherRelease(caller) ? OF_ANOTHER : BY_CODE] } = caller;
    return rpcs.map((rpc, index) =>
      index === 0 ? { name, tokens: digests.length, rpc } : { name: "", tokens: "", rpc },
    );
  };
  const lines = table(callers.flatMap(toLines), {
    CALLER: ({ name }) => name,
    TOKENS: ({ tokens }) => tokens,
    RPCS: ({ rpc }) => rpc,
  });
  console.log(lines);
}

const BY_CODE = "defined by the product";
const OF_ANOTHER = "none: this release does not know the caller";
