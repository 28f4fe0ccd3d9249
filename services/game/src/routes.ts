import type { ConnectRouter } from "@connectrpc/connect";
import { registerRpcs } from "@tms/kit/rpc/rpcs";
import { ClockService } from "@tms/proto/tms/game/v1/clock";
import { GameService } from "@tms/proto/tms/game/v1/game";
import { MemberService } from "@tms/proto/tms/game/v1/member";
import type { Context } from "./context.ts";
import { acceptInvitation } from "./rpc/accept-invitation.ts";
import { advanceClock } from "./rpc/advance-clock.ts";
import { authorizeActor } from "./rpc/authorize-actor.ts";
import { authorizePerson } from "./rpc/authorize-person.ts";
import { awaitClock } from "./rpc/await-clock.ts";
import { batchAuthenticateApiKeys } from "./rpc/batch-authenticate-api-keys.ts";
import { batchGetClocks } from "./rpc/batch-get-clocks.ts";
import { changeMember } from "./rpc/change-member.ts";
import { createGame } from "./rpc/create-game.ts";
import { getGame } from "./rpc/get-game.ts";
import { inviteMember } from "./rpc/invite-member.ts";
import { issueApiKey } from "./rpc/issue-api-key.ts";
import { issueInvitation } from "./rpc/issue-invitation.ts";
import { listApiKeys } from "./rpc/list-api-keys.ts";
import { listGames } from "./rpc/list-games.ts";
import { listMembers } from "./rpc/list-members.ts";
import { listPersonGames } from "./rpc/list-person-games.ts";
import { recordApiKeyUses } from "./rpc/record-api-key-uses.ts";
import { removeMember } from "./rpc/remove-member.ts";
import { renameGame } from "./rpc/rename-game.ts";
import { resetTestGame } from "./rpc/reset-test-game.ts";
import { revokeApiKey } from "./rpc/revoke-api-key.ts";
import { rollApiKey } from "./rpc/roll-api-key.ts";
import { updateApiKey } from "./rpc/update-api-key.ts";
import { withdrawInvitation } from "./rpc/withdraw-invitation.ts";

/** The game service's RPCs. */
export const routes = (context: Context) => (router: ConnectRouter) => {
  registerRpcs(router, GameService, {
    createGame: createGame(context),
    getGame: getGame(context),
    listGames: listGames(context),
    issueApiKey: issueApiKey(context),
    revokeApiKey: revokeApiKey(context),
    listApiKeys: listApiKeys(context),
    batchAuthenticateApiKeys: batchAuthenticateApiKeys(context),
    renameGame: renameGame(context),
    resetTestGame: resetTestGame(context),
    updateApiKey: updateApiKey(context),
    rollApiKey: rollApiKey(context),
    recordApiKeyUses: recordApiKeyUses(context),
  });
  registerRpcs(router, ClockService, {
    batchGetClocks: batchGetClocks(context),
    advanceClock: advanceClock(context),
    awaitClock: awaitClock(context),
  });
  registerRpcs(router, MemberService, {
    authorizePerson: authorizePerson(context),
    authorizeActor: authorizeActor(context),
    listPersonGames: listPersonGames(context),
    listMembers: listMembers(context),
    inviteMember: inviteMember(context),
    issueInvitation: issueInvitation(context),
    withdrawInvitation: withdrawInvitation(context),
    acceptInvitation: acceptInvitation(context),
    changeMember: changeMember(context),
    removeMember: removeMember(context),
  });
};
