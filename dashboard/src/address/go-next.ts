import { useRouter } from "@tanstack/react-router";

// Matches paths on this site. A second slash would lead to another host.
const OWN = /^\/(?![/\\])/;

/** Returns a function that opens `next`, or the games if `next` is not a path of this site. */
export function useGoNext(next: string | undefined): () => void {
  const { history, basepath } = useRouter();
  return () => history.push(`${basepath}${next !== undefined && OWN.test(next) ? next : "/"}`);
}
