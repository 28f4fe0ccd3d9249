/** Returns the link to an invitation. Its fragment has the token, because access logs have no fragments. */
export const invitationLink = (publicUrl: string, token: string): string =>
  `${publicUrl.replace(/\/+$/, "")}/dashboard/invitation#token=${token}`;
