/**
 * The page on which an invitation is accepted. The token is in the fragment, which browsers send to
 * no server, so that it is in no access log.
 */
export const invitationLink = (publicUrl: string, token: string): string =>
  `${publicUrl.replace(/\/+$/, "")}/dashboard/invitation#token=${token}`;
