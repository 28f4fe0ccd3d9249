import { resolve } from "node:path";
import { type Account, serverAccount } from "./account.ts";
import { makeServerFolder } from "./folder.ts";
import { lockFolder } from "./lock.ts";

/**
 * Starts a server in a folder of its own, which is locked until the server has stopped. `start` gets
 * the folder and the account that the server is to run as.
 */
export async function startInFolder<S extends { stop(): Promise<void> }>(
  path: string,
  start: (folder: string, account: Account | undefined) => Promise<S>,
): Promise<S> {
  const account = serverAccount(resolve(path));
  const folder = await makeServerFolder(resolve(path), account);
  const lock = await lockFolder(folder);
  try {
    const server = await start(folder, account);
    const stop = async (): Promise<void> => {
      await server.stop();
      lock.release();
    };
    return { ...server, stop };
  } catch (error) {
    lock.release();
    throw error;
  }
}
