import { useEffect, useState } from "react";

/** Returns the focus, when the component is unmounted, to the element that had it before. */
export function useFocusReturn(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (before instanceof HTMLElement) before.focus();
    },
    [before],
  );
}
