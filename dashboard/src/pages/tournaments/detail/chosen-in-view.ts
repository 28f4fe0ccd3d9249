import { useEffect, useRef, type RefObject } from "react";

/**
 * Keeps the chosen tab of a list in view, of which a narrow window shows a part. Only the list is scrolled,
 * and only sideways: the page stays where it is.
 */
export function useChosenInView(chosen: string): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const tab = list.current?.querySelector("[aria-selected=true]");
    if (!list.current || !tab) return;
    const [box, at] = [list.current.getBoundingClientRect(), tab.getBoundingClientRect()];
    if (at.left < box.left) list.current.scrollLeft -= box.left - at.left;
    else if (at.right > box.right) list.current.scrollLeft += at.right - box.right;
  }, [chosen]);
  return list;
}
