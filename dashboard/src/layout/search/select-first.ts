import { createSpotlight } from "@mantine/spotlight";
import { useEffect, useRef } from "react";

export const [store, { open }] = createSpotlight();

/**
 * Selects the first of what was found, so that Enter opens it. Spotlight does so right after a key
 * only, when the server has not answered yet.
 *
 * @returns What the search field needs as its reference.
 */
export function useFirstSelected(text: string, ids: string[]) {
  const field = useRef<HTMLInputElement>(null);
  const found = ids.join();
  useEffect(() => {
    if (text === "" || found === "") return;
    // Spotlight exports no way to select, but the key that selects the next one.
    store.updateState((state) => ({ ...state, selected: -1 }));
    field.current?.dispatchEvent(
      new KeyboardEvent("keydown", { code: "ArrowDown", bubbles: true }),
    );
  }, [text, found]);
  return field;
}
