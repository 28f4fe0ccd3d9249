import { readSettings } from "@tms/kit/process/config";
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
    .action((name: string, { rpc = [], ...options }: FileOption & { rpc?: string[] }) =>
      issue(options, ({ addCaller }, callers, digest) => addCaller(callers, name, rpc, digest)),
    );
  command("list", "list the callers and the RPCs that they can call").action(list);
  command("rotate <name>", "add a second token to a caller, and print it once").action(
    (name: string, options: FileOption) =>
      issue(options, ({ rotateCaller }, callers, digest) => rotateCaller(callers, name, digest)),
  );
  command("retire <name>", "remove the older of a caller's two tokens").action(
    async (name: string, options: FileOption) => {
      await edit(options, ({ retireCaller }, callers) => retireCaller(callers, name));
      console.error(`The older token of ${name} is removed.`);
    },
  );
  command("remove <name>", "remove a caller").action(async (name: string, options: FileOption) => {
    await edit(options, ({ removeCaller }, callers) => removeCaller(callers, name));
    console.error(`The caller ${name} is removed.`);
  });
}

// The RPCs of all services are loaded only by these commands.
const load = async () => ({
  ...(await import("../callers.ts")),
  ...(await import("@tms/kit/callers/file")),
});

type Change = (
  module: Awaited<ReturnType<typeof load>>,
  callers: readonly CallerEntry[],
  digest: string,
) => CallerEntry[];

async function edit({ file }: FileOption, change: Change, digest = "") {
  const module = await load();
  await module.editCallers(file ?? readPath(), (callers) => change(module, callers, digest));
}

/** Changes the callers file with the digest of a new token, and prints the token. */
async function issue(options: FileOption, change: Change) {
  const token = createCallerToken();
  await edit(options, change, digestCallerToken(token));
  console.log(token);
}

async function list({ file }: FileOption) {
  const { readCallers, isOfAnotherRelease } = await load();
  const callers = await readCallers(file ?? readPath());
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

const readPath = () => readSettings((env) => env.text("CALLERS_FILE"));
