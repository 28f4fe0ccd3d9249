import { derivedId } from "@tms/kit/values/ids";
import { AccountType } from "@tms/proto/tms/wallet/v1/wallet";
import type { Api } from "../harness/api.ts";
import type { Owned } from "./owned.ts";

/** The ids of a call, besides the game's. */
export interface Names {
  gameId: string;
  tournamentId: string;
  handle: string;
  gamerId: string;
  transferId: string;
  accountId: string;
  endpointId: string;
  /** An event that was sent to the endpoint. */
  deliveredId: string;
}

/** The names of what a populated game has. */
export async function namesOf(api: Api, owned: Owned): Promise<Names> {
  const { gameId, tournamentId, handle, endpointId, deliveredId } = owned;
  const { gamer } = (await api.get(`/gamer/${handle}`)).body;
  const { transactions } = (await api.get("/account/transactions")).body;
  return {
    gameId,
    tournamentId,
    handle,
    endpointId,
    deliveredId,
    gamerId: gamer.id,
    transferId: transactions[0]?.id ?? "",
    accountId: derivedId("account", gameId, String(AccountType.GAMER), gamer.id, "USD"),
  };
}
