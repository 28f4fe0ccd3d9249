import type { DescService } from "@bufbuild/protobuf";
import type { Client } from "@connectrpc/connect";
import { connectTo } from "@tms/kit/rpc/client";
import { callerToken, readSettings, serviceAddress } from "@tms/kit/process/config";
import { trustAuthority } from "@tms/kit/rpc/tls";
import { ClockService } from "@tms/proto/tms/game/v1/clock";
import { GameService, Mode } from "@tms/proto/tms/game/v1/game";
import { MemberService } from "@tms/proto/tms/game/v1/member";
import { IdentityService } from "@tms/proto/tms/identity/v1/identity";
import { SettlementService } from "@tms/proto/tms/settlement/v1/settlement";

export const gameClient = () => clientAt(GameService, "GAME_URL");
export const memberClient = () => clientAt(MemberService, "GAME_URL");
export const clockClient = () => clientAt(ClockService, "GAME_URL");
export const settlementClient = () => clientAt(SettlementService, "SETTLEMENT_URL");
export const identityClient = () => clientAt(IdentityService, "IDENTITY_URL");

function clientAt<T extends DescService>(service: T, setting: string): Client<T> {
  const { url, token, tlsFolder } = readSettings((env) => ({
    url: serviceAddress(env, setting),
    token: callerToken(env),
    tlsFolder: env.text("TLS_FOLDER", ""),
  }));
  if (tlsFolder !== "") trustAuthority(tlsFolder);
  return connectTo(service, url, token);
}

export async function findTestEnvironment(gameId: string): Promise<string> {
  const { game } = await gameClient().getGame({ gameId });
  return game?.mode === Mode.LIVE ? game.siblingId : gameId;
}

/** Reads all pages of a list. Returns the items, which each page has under `key`. */
export async function readAll<
  Key extends string,
  Page extends Record<Key, readonly unknown[]> & { nextPageToken: string },
>(key: Key, read: (part: object) => Promise<Page>) {
  const items: Page[Key][number][] = [];
  let pageToken = "";
  do {
    const page = await read({ pageSize: 1000, pageToken });
    items.push(...page[key]);
    pageToken = page.nextPageToken;
  } while (pageToken !== "");
  return items;
}
