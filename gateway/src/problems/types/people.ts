const BEARER = 'Bearer realm="tms"';

export const PEOPLE_PROBLEMS = {
  GAME_REQUIRED: {
    status: 400,
    title: "The request names no game",
    when: "A request with an access token has neither an X-Game-Id header nor a tournament or game in its path.",
    remedy: "Send the id of the environment, live or test, in the X-Game-Id header.",
  },
  CODE_INVALID: {
    title: "The code is not valid",
    when: "The code or token from an email, or the code of a command line tool, is wrong, used, replaced or expired.",
    remedy:
      "Request a new code and use it in the same browser or tool. Only the newest code works.",
  },
  PASSWORD_TOO_WEAK: {
    title: "The password is too weak",
    when: "The password has fewer than 10 characters, or it is easy to guess, for example from the person's name or email address.",
    remedy: "Choose a longer password, such as several unrelated words.",
  },
  AUTHORIZATION_PENDING: {
    status: 400,
    title: "The code is not approved yet",
    repeatable: true,
    when: "A command line tool requested its tokens before a person approved its code.",
    remedy: "Try again after `interval` seconds.",
  },
  SLOW_DOWN: {
    status: 400,
    title: "The tool polls too often",
    repeatable: true,
    when: "A command line tool did not wait for the polling interval. Each violation makes the interval five seconds longer.",
    remedy: "Wait for the number of seconds in the Retry-After header before you retry.",
  },
  TOKEN_MISSING: {
    status: 401,
    title: "An access token is required",
    when: "The operation is for signed-in people, and the request has no `Authorization: Bearer` header.",
    remedy: "Sign in, then send the access token as `Authorization: Bearer TOKEN`.",
    challenge: BEARER,
  },
  TOKEN_INVALID: {
    status: 401,
    title: "The access token is not valid",
    when: "The access token is malformed or expired, its signature is wrong, or its session has ended.",
    remedy: "Refresh the session. If that fails, sign in again.",
    challenge: 'Bearer error="invalid_token"',
  },
  CREDENTIALS_INVALID: {
    title: "The email address or the password is wrong",
    when: "No account has this email address and password. The response does not say which of the two is wrong.",
    remedy: "Check both, or reset your password.",
    challenge: BEARER,
  },
  SESSION_ENDED: {
    title: "The session has ended",
    when: "The refresh token is missing or unknown, or its session has ended. A session ends when you sign out, set a new password or use an old refresh token again. It also ends after 14 days without use, and after 90 days.",
    remedy: "Sign in again.",
    challenge: BEARER,
  },
  PERSON_REQUIRED: {
    status: 403,
    title: "The operation is for signed-in people",
    when: "The request has an API key, but the operation accepts only the access token of a signed-in person.",
    remedy: "Sign in, then send the access token instead of the API key.",
  },
  ADDRESS_NOT_ALLOWED: {
    status: 403,
    title: "The API key is not allowed from this address",
    when: "The key is limited to certain networks, and the request comes from another address.",
    remedy: "Send the request from one of the key's networks, or change `ipRanges` of the key.",
  },
  CROSS_SITE: {
    status: 403,
    title: "The request comes from another site",
    when: "The Sec-Fetch-Site or Origin header shows that a page of another origin sent the request. A different port is a different origin.",
    remedy: "Use the dashboard at its public URL, or a client outside a browser.",
  },
  SESSION_NOT_FOUND: {
    title: "The session was not found",
    when: "The person has no session with that id.",
    remedy: "List your sessions to get the id.",
  },
  TOO_MANY_ATTEMPTS: {
    title: "Too many attempts",
    when: "The account or the network address sent too many wrong passwords or codes. Or the network address requested too many emails or codes.",
    remedy:
      "Wait for the number of seconds in the Retry-After header. A password reset by email also unlocks the account.",
  },
};

export const ACCESS_PROBLEMS = {
  API_KEY_NOT_FOUND: {
    title: "The API key was not found",
    when: "The environment has no API key with that id. A request never finds the keys of another environment.",
    remedy:
      "Check that X-Game-Id names the right environment, live or test. Then list its keys to get the id.",
  },
  MEMBER_NOT_FOUND: {
    title: "The member was not found",
    when: "The person is not a member of the game, or was removed.",
    remedy: "List the members of the game to get the id.",
  },
  INVITATION_NOT_FOUND: {
    title: "The invitation was not found",
    when: "The game has no open invitation with that id. The invitation was accepted, replaced or withdrawn, or it has expired.",
    remedy: "List the members of the game. The response also lists its open invitations.",
  },
  API_KEY_LIMIT: {
    title: "The environment has too many API keys",
    when: "An environment can have at most two API keys in use with the same name, and at most twenty different names.",
    remedy: "Revoke a key that you no longer need, or use a name that has only one key.",
  },
  API_KEY_ROLLING: {
    title: "The API key was already rolled",
    when: "The key already has a successor. A key can have only one.",
    remedy: "Roll the successor instead. Its id is in `replacedBy` of the old key.",
  },
  API_KEY_ENDED: {
    title: "The API key is no longer in use",
    when: "The key was revoked or has expired. You can neither change nor roll it.",
    remedy: "Create a new key.",
  },
  GAME_LIMIT: {
    title: "The person is in too many games",
    when: "A person can be a member of at most 100 games.",
    remedy: "Leave a game first.",
  },
  MEMBER_LIMIT: {
    title: "The game has too many members or invitations",
    when: "A game can have at most 50 members and 50 open invitations.",
    remedy: "Remove a member or withdraw an invitation first.",
  },
  LAST_OWNER: {
    title: "The game must have an owner",
    when: "You cannot remove the game's only owner or give this member another role. The only owner cannot leave either.",
    remedy: "Make another member an owner first.",
  },
};
