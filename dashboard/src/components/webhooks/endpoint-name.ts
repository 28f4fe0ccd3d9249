const MOST_LETTERS = 60;

/** How an endpoint is called: where it is, without what all of them have in common. */
export function endpointName(url: string): string {
  const { host, pathname, search } = new URL(url);
  const name = `${host}${pathname === "/" ? "" : pathname}${search}`;
  return name.length > MOST_LETTERS ? `${name.slice(0, MOST_LETTERS - 1)}…` : name;
}

/** The host of an endpoint, short enough to be typed. */
export const endpointHost = (url: string): string => new URL(url).host;
