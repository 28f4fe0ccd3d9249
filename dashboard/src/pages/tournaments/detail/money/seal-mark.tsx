import { Badge, Group, Tooltip } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconCircleCheck, IconCircleX } from "../../../../components/icons.ts";
import { CopyButton } from "../../../../components/code/copy-button.tsx";
import type { useStatement } from "./reads.ts";
import { verify } from "./verify.ts";

/** Says whether the seals of a statement hold, which this browser computes anew. */
export function SealMark({
  pages,
}: {
  pages: NonNullable<ReturnType<typeof useStatement>["pages"]>;
}) {
  const account = pages[0]?.account;
  const last = pages.at(-1)?.seals.at(-1);
  const query = useQuery({
    queryKey: [account, "seals", last?.number, last?.digest],
    queryFn: () => verify(pages),
    staleTime: Infinity,
  });
  const verdict = query.data;
  if (verdict === undefined || verdict.state === "unknown") return null;
  if (verdict.state === "broken")
    return (
      <Badge color="red" variant="filled" tt="none" leftSection={<IconCircleX size={12} />}>
        Seal {verdict.seal} is invalid. Contact the operator.
      </Badge>
    );
  return (
    <Group gap={2} wrap="nowrap">
      <Tooltip
        label={`Your browser recomputed all seals, and they match the statement. Keep the last seal to detect later changes: ${verdict.digest}`}
        multiline
        maw={360}
      >
        <Badge
          color="teal"
          variant="light"
          tt="none"
          radius="sm"
          leftSection={<IconCircleCheck size={12} />}
        >
          {verdict.seals.toLocaleString()} {verdict.seals === 1 ? "seal" : "seals"} verified
        </Badge>
      </Tooltip>
      <CopyButton value={verdict.digest} label="Copy last seal as proof" />
    </Group>
  );
}
