/** How long an access token is valid. */
export const TOKEN_S = 600;
/** By how much the clocks of those who check it may differ. */
export const LEEWAY_S = 5;
