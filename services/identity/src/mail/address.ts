/** An e-mail address as it is stored and compared: in lower case. */
export const canonicalEmail = (email: string): string => email.toLowerCase();
