import { readEnv } from "@tms/kit/process/config";
import { createCallerToken, digestCallerToken } from "@tms/kit/callers/token";
import type { CallerEntry } from "@tms/kit/callers/file";
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
    .action(add);
  command("list", "list the callers and the RPCs that they can call").action(list);
  command("rotate <name>", "add a second token to a caller, and print it once").action(rotate);
  command("retire <name>", "remove the older of a caller's two tokens").action(retire);
  command("remove <name>", "remove a caller").action(remove);
}

async function add(name: string, options: FileOption & { rpc?: string[] }): Promise<void> {
  const token = createCallerToken();
  const digest = digestCallerToken(token);
  const rpcs = options.rpc ?? [];
  const { editCallers, addCaller } = await load();
  await editCallers(fileOf(options), (callers) => addCaller(callers, name, rpcs, digest));
  console.log(token);
}

async function rotate(name: string, options: FileOption): Promise<void> {
  const token = createCallerToken();
  const digest = digestCallerToken(token);
  const { editCallers, rotateCaller } = await load();
  await editCallers(fileOf(options), (callers) => rotateCaller(callers, name, digest));
  console.log(token);
}

async function retire(name: string, options: FileOption): Promise<void> {
  const { editCallers, retireCaller } = await load();
  await editCallers(fileOf(options), (callers) => retireCaller(callers, name));
  console.error(`The older token of ${name} is removed.`);
}

async function remove(name: string, options: FileOption): Promise<void> {
  const { editCallers, removeCaller } = await load();
  await editCallers(fileOf(options), (callers) => removeCaller(callers, name));
  console.error(`The caller ${name} is removed.`);
}

async function list(options: FileOption): Promise<void> {
  const { readCallers, isOfAnotherRelease } = await load();
  const callers = await readCallers(fileOf(options));
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

function fileOf({ file }: FileOption): string {
  if (file !== undefined) return file;
  const env = readEnv();
  const path = env.text("CALLERS_FILE");
  env.done();
  return path;
}

// The RPCs of all services are loaded only by these commands.
const load = async () => ({
  ...(await import("../callers.ts")),
  ...(await import("@tms/kit/callers/file")),
});
