/** How callers of gateways under test reach them, as far as those know. */
export const PUBLIC_URL = "https://api.example.com";
