/** The content policy of the guide: only files of this gateway, and no inline scripts or styles. */
export const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join("; ");

// The script of the reference compiles schemas, and it styles its parts inline.
const REFERENCE = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "worker-src 'self' blob:",
  "frame-ancestors 'none'",
];

/** Returns the content policy of the API reference. The page may call this gateway only. */
export const referencePolicy = (publicUrl: string): string =>
  [...REFERENCE, `connect-src 'self' ${new URL(publicUrl).origin}`].join("; ");
