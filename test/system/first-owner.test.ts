import { expect, inject, test } from "vitest";
import { connectTo } from "@tms/kit/rpc/client";
import { GameService } from "@tms/proto/tms/game/v1/game";
import { MemberService } from "@tms/proto/tms/game/v1/member";
import { inviteFirstOwner } from "@tms/stack/system/demo-game";
import { newCaller } from "../harness/team.ts";
import { newGame } from "./game.ts";

const gatewayUrl = inject("baseUrl");
// As start itself calls.
const place = { urls: inject("urls"), token: inject("tokens").cli };
const invite = (gameId: string) => inviteFirstOwner(place, gatewayUrl, gameId);
const tokenIn = (link: string | undefined) => link?.split("#token=")[1] ?? "";

test("makes the first person who follows the link of a start the owner", async () => {
  const { gameId } = await newGame();
  const [first, second] = [await invite(gameId), await invite(gameId)];
  expect(first).toMatch(new RegExp(`^${gatewayUrl}/dashboard/invitation#token=[\\w-]{43}$`));
  const ada = await newCaller(gatewayUrl);
  const accept = (link: string | undefined) =>
    ada.send("POST", "/invitation/accept", { token: tokenIn(link) });
  const { status, body } = await accept(first);
  expect([status, body.game.role, body.game.environments.live.id]).toEqual([200, "owner", gameId]);
  expect(await invite(gameId)).toBeUndefined();
  expect(second).not.toBe(first);
});

test("leaves few invitations open after many starts", async () => {
  const { gameId } = await newGame();
  for (let n = 0; n < 12; n++) expect(await invite(gameId)).toBeDefined();
  const { game } = await connectTo(GameService, place.urls.game, place.token).getGame({ gameId });
  const members = connectTo(MemberService, place.urls.game, place.token);
  const { invitations } = await members.listMembers({ projectId: game?.projectId ?? "" });
  expect(invitations).toHaveLength(10);
});
