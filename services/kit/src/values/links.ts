/** The token is in the fragment, which browsers do not send, so that no access log contains it. */
export const invitationLink = (publicUrl: string, token: string): string =>
  `${publicUrl.replace(/\/+$/, "")}/dashboard/invitation#token=${token}`;
