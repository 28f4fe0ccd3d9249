import { useMemo } from "react";
import type { Tournament } from "../../../../api/types.ts";
import { CodeBlock } from "../../../../components/code/code-block.tsx";

/** A tournament as the API answers it. */
export function JsonTab({ tournament }: { tournament: Tournament }) {
  const text = useMemo(() => JSON.stringify(tournament, null, 2), [tournament]);
  return <CodeBlock code={text} label="Tournament as JSON" />;
}
