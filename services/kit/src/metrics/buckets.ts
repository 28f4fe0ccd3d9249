/** Upper bounds, in seconds, of how long calls, requests and writes take: from a look-up to a deadline. */
export const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
