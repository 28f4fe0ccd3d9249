import { cutPage, decodePageToken, TOKEN_PART } from "@tms/kit/values/page";
import type { Context, MemberRpcs } from "../context.ts";
import { listPersonGames as listPage } from "../db/members.ts";
import { gameMessage, ROLES } from "../messages.ts";

const DEFAULT_PAGE_SIZE = 50;

/** Lists the games that a person is a member of, newest first. */
export const listPersonGames =
  ({ db }: Context): MemberRpcs["listPersonGames"] =>
  async ({ userId, pageSize, pageToken }) => {
    const size = pageSize || DEFAULT_PAGE_SIZE;
    const listed = ["games of a person", userId];
    const [beforeId] = decodePageToken(pageToken, listed, [TOKEN_PART.id]) ?? [];
    const rows = await listPage(db, userId, beforeId, size + 1);
    const { items, nextPageToken } = cutPage(rows, size, listed, ({ game }) => [game.projectId]);
    const games = items.map(({ game, role }) => ({
      game: gameMessage(game),
      role: ROLES.value(role),
    }));
    return { games, nextPageToken };
  };
