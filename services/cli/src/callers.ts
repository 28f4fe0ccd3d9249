import { formatCallers, MAX_DIGESTS, parseCallers, type CallerEntry } from "@tms/kit/callers/file";
import { isProductCaller } from "@tms/kit/callers/product";
import { createCallerToken, digestCallerToken } from "@tms/kit/callers/token";
import { everyRpcOf, rpcName } from "@tms/kit/rpc/names";
import { EntryService } from "@tms/proto/tms/entry/v1/entry";
import { DeliveryService } from "@tms/proto/tms/event/v1/delivery";
import { EndpointService } from "@tms/proto/tms/event/v1/endpoint";
import { EventService } from "@tms/proto/tms/event/v1/event";
import { ClockService } from "@tms/proto/tms/game/v1/clock";
import { GameService } from "@tms/proto/tms/game/v1/game";
import { MemberService } from "@tms/proto/tms/game/v1/member";
import { IdentityService } from "@tms/proto/tms/identity/v1/identity";
import { SettlementService } from "@tms/proto/tms/settlement/v1/settlement";
import { TournamentService } from "@tms/proto/tms/tournament/v1/tournament";
import { WalletService } from "@tms/proto/tms/wallet/v1/wallet";
import { open, readFile, realpath, rename, rm, stat, type FileHandle } from "node:fs/promises";
import { OperatorError } from "./texts.ts";

const SERVICES = [
  GameService,
  MemberService,
  ClockService,
  TournamentService,
  EntryService,
  WalletService,
  SettlementService,
  IdentityService,
  EventService,
  EndpointService,
  DeliveryService,
];

/** Adds a caller to a callers file. Returns its token. */
export async function addCaller(path: string, name: string, rpcs: readonly string[]) {
  const token = createCallerToken();
  const digests = [digestCallerToken(token)];
  await editCallers(path, (callers) => {
    if (callers.some((caller) => caller.name === name))
      throw new OperatorError(`The caller ${name} already exists. Rotate or remove it.`);
    if (isProductCaller(name)) {
      if (rpcs.length === 0) return [...callers, { name, digests }];
      throw new OperatorError(`The product defines the RPCs of ${name}. Omit --rpc.`);
    }
    if (rpcs.length === 0)
      throw new OperatorError(`List the RPCs that ${name} can call, with --rpc.`);
    const known = SERVICES.flatMap((service) => [
      everyRpcOf(service),
      ...service.methods.map(rpcName),
    ]);
    const unknown = rpcs.find((rpc) => !known.includes(rpc));
    if (unknown !== undefined)
      throw new OperatorError(
        `The RPC ${unknown} does not exist. Use a name like tms.wallet.v1.WalletService/GetAccount, or tms.wallet.v1.WalletService/* for all RPCs of a service.`,
      );
    return [...callers, { name, digests, rpcs: [...new Set(rpcs)] }];
  });
  return token;
}

/** Adds a second token to a caller, and returns it. */
export async function rotateCaller(path: string, name: string): Promise<string> {
  const token = createCallerToken();
  await changeCaller(path, name, (caller) => {
    if (caller.digests.length < MAX_DIGESTS)
      return { ...caller, digests: [...caller.digests, digestCallerToken(token)] };
    throw new OperatorError(
      `The caller ${name} already has two tokens. Retire the older one first.`,
    );
  });
  return token;
}

/** Removes the older of a caller's two tokens. */
export const retireCaller = (path: string, name: string): Promise<void> =>
  changeCaller(path, name, (caller) => {
    if (caller.digests.length > 1) return { ...caller, digests: caller.digests.slice(1) };
    throw new OperatorError(
      `The caller ${name} has only one token. Rotate it first, or remove the caller.`,
    );
  });

export const removeCaller = (path: string, name: string): Promise<void> =>
  changeCaller(path, name, () => undefined);

/** Replaces a caller, or removes it if `change` returns undefined. */
const changeCaller = (
  path: string,
  name: string,
  change: (caller: CallerEntry) => CallerEntry | undefined,
): Promise<void> =>
  editCallers(path, (callers) => {
    if (!callers.some((caller) => caller.name === name))
      throw new OperatorError(
        `The caller ${name} does not exist. Run \`tms caller list\` to list the callers.`,
      );
    return callers.flatMap((caller) => (caller.name === name ? (change(caller) ?? []) : [caller]));
  });

export async function readCallers(path: string): Promise<CallerEntry[]> {
  const text = await unlessMissing(readFile(path, "utf8"));
  return text === undefined ? [] : parseCallers(text);
}

/**
 * Changes a callers file. Readers get the old or the new version. Throws an OperatorError if another change
 * is in progress. Only the owner can read a new file. An existing file keeps its owner and mode, so that
 * services under another account can still read it. A symbolic link stays a link.
 */
export async function editCallers(
  named: string,
  change: (callers: CallerEntry[]) => CallerEntry[],
) {
  const path = (await unlessMissing(realpath(named))) ?? named;
  // The draft is also the lock: it must exist before this process reads the file.
  const draft = `${path}.new`;
  const file = await open(draft, "wx", 0o600).catch((error: unknown) => {
    throw codeOf(error) === "EEXIST"
      ? new OperatorError(
          `Another process is changing ${path}. If no other process runs, delete ${draft}.`,
        )
      : error;
  });
  try {
    const text = formatCallers(change(await readCallers(path)));
    // Refuses content that services could not read.
    parseCallers(text);
    await copyOwner(file, path);
    await file.writeFile(text);
    await file.sync();
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

async function copyOwner(draft: FileHandle, path: string): Promise<void> {
  const before = await unlessMissing(stat(path));
  if (before === undefined) return;
  const { uid, gid } = await draft.stat();
  try {
    if (uid !== before.uid || gid !== before.gid) await draft.chown(before.uid, before.gid);
  } catch (error) {
    if (codeOf(error) !== "EPERM") throw error;
    throw new OperatorError(
      `${path} belongs to another account (${before.uid}:${before.gid}). Run this command as that account or as root.`,
    );
  }
  await draft.chmod(before.mode & 0o777);
}

async function unlessMissing<Value>(read: Promise<Value>): Promise<Value | undefined> {
  try {
    return await read;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

const codeOf = (error: unknown): unknown =>
  error instanceof Error && "code" in error ? error.code : undefined;
