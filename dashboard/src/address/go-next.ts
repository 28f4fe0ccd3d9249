import { useRouter } from "@tanstack/react-router";

// An address on this site: a second slash would make the browser leave it.
const OWN = /^\/(?![/\\])/;

/** Leads to where somebody wanted to go before signing in, or to the games. */
export function useGoNext(next: string | undefined): () => void {
  const { history, basepath } = useRouter();
  return () => history.push(`${basepath}${next !== undefined && OWN.test(next) ? next : "/"}`);
}
