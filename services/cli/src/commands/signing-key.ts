import { timestampDate } from "@bufbuild/protobuf/wkt";
import { newId } from "@tms/kit/values/ids";
import type { Command } from "commander";
import { identityClient } from "../clients.ts";

/** `tms signing-key rotate`. */
export function addSigningKey(program: Command): void {
  program
    .command("signing-key")
    .description("manage the key that signs access tokens")
    .command("rotate")
    .description(
      "replace the key immediately, in an emergency; clients then refresh their access tokens",
    )
    .action(rotate);
}

async function rotate(): Promise<void> {
  const { key } = await identityClient().rotateSigningKey({ requestId: newId() });
  const since = key?.activeTime && timestampDate(key.activeTime).toISOString();
  console.log(
    `The key ${key?.id} has signed access tokens since ${since}. Earlier keys are no longer accepted.`,
  );
}
