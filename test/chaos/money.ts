/** Minor units as the API writes them. */
export const toMajor = (minor: bigint, exponent: number): number => Number(minor) / 10 ** exponent;

/** An amount of the API in minor units. */
export const toMinor = (major: number, exponent: number): bigint =>
  BigInt(Math.round(major * 10 ** exponent));
