import { chmod, chown, realpath } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { StackError } from "../stack-error.ts";
import { type Account, canEnter, serverAccount } from "./account.ts";
import { folderFailure, makeFolder } from "./folder.ts";
import { lockFolder } from "./lock.ts";

/**
 * Starts a server in a folder of its own, which stays locked until the server is stopped. `start` receives
 * the real path of the folder, and the account that the server runs as.
 */
export async function startInFolder<S extends { stop(): Promise<void> }>(
  path: string,
  start: (folder: string, account: Account | undefined) => Promise<S>,
): Promise<S> {
  const account = serverAccount(resolve(path));
  await makeFolder(resolve(path));
  const folder = await realpath(path);
  if (account && !canEnter(dirname(folder), account))
    throw new StackError(
      `Only root can enter ${dirname(folder)}. Postgres and Redis do not run as root, so they cannot use this folder.`,
      "Set TMS_DATA_DIR to a folder that every account can enter.",
    );
  const lock = await lockFolder(folder);
  try {
    if (account) await chown(folder, account.uid, account.gid);
    await chmod(folder, 0o700);
    const server = await start(folder, account);
    const stop = async (): Promise<void> => {
      await server.stop();
      lock.release();
    };
    return { ...server, stop };
  } catch (error) {
    lock.release();
    throw error instanceof StackError ? error : folderFailure(folder, error);
  }
}
