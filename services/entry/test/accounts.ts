import { AccountType } from "@tms/proto/tms/wallet/v1/wallet";

/** The account of a gamer's wallet. */
export const walletOf = ({ gameId }: { gameId: string }, { id }: { id: string }) => ({
  gameId,
  type: AccountType.GAMER,
  ownerId: id,
});

/** The account of a tournament's prize pool. */
export const poolOf = ({ gameId, tournamentId }: { gameId: string; tournamentId: string }) => ({
  gameId,
  type: AccountType.PRIZE_POOL,
  ownerId: tournamentId,
});
