import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { content } from "../../../api/content.ts";
import { IconUser } from "../../../components/icons.ts";
import { EmptyState } from "../../../components/page/empty-state.tsx";
import { PageHeader } from "../../../components/page/page-header.tsx";
import { ProblemCard } from "../../../components/page/problem-card.tsx";
import { may, pathIn, useEnvironment } from "../../../environment.ts";
import { gamerChanged } from "./reads.ts";

/** Says that nobody has a handle, and lets somebody have it. */
export function UnknownGamer({ handle }: { handle: string }) {
  const environment = useEnvironment();
  const create = useMutation({
    mutationFn: () => content(environment.api.POST("/gamer/create", { body: { handle } })),
    onSuccess: () => gamerChanged(environment, handle),
  });
  return (
    <>
      <PageHeader title={handle} above={{ label: "Gamers", to: pathIn(environment, "gamers") }} />
      {create.isError && <ProblemCard error={create.error} />}
      <EmptyState
        icon={<IconUser size={28} />}
        title="No gamer has this handle"
        action={
          may(environment, "entries:write") && (
            <Button loading={create.isPending} onClick={() => create.mutate()}>
              Create gamer
            </Button>
          )
        }
      >
        Handles are case-sensitive. The first join or the first deposit creates a gamer. You can
        also create the gamer here.
      </EmptyState>
    </>
  );
}
