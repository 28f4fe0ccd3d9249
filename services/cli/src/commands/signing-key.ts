import { timestampDate } from "@bufbuild/protobuf/wkt";
import { newId } from "@tms/kit/values/ids";
import type { Command } from "commander";
import { identityClient } from "../clients.ts";

/** `tms signing-key rotate`. */
export function addSigningKey(program: Command): void {
  program
    .command("signing-key")
    .description("the key that signs access tokens")
    .command("rotate")
    .description("replace it at once, in an emergency; people's access tokens are then refreshed")
    .action(rotate);
}

async function rotate(): Promise<void> {
  const { key } = await identityClient().rotateSigningKey({ requestId: newId() });
  const since = key?.activeTime && timestampDate(key.activeTime).toISOString();
  console.log(`key ${key?.id} signs since ${since}; no earlier one is accepted`);
}
