/** A figure with as many digits as it deserves. */
export function figure(value: number | undefined): string {
  if (value === undefined || Number.isNaN(value)) return "";
  const size = Math.abs(value);
  if (size >= 100) return Math.round(value).toLocaleString("en");
  if (size >= 10) return value.toFixed(1);
  if (value === 0) return "0";
  return value.toFixed(2);
}

/** A multiple: as such where it is more, else in percent. */
export const multiple = (value: number): string =>
  value >= 2 ? `${figure(value)}×` : `${figure(value * 100)}%`;
