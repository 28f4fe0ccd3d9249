import { Button, Group } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import { api } from "../../api/client.ts";
import { queryClient } from "../../api/query-client.ts";
import { ConfirmByName } from "../../components/forms/confirm-by-name.tsx";
import { Section } from "../../components/page/section.tsx";
import { useEnvironment } from "../../environment.ts";

/** Begins the test environment anew. */
export function ResetTest() {
  const { game } = useEnvironment();
  const [isAsking, setAsking] = useState(false);
  const reset = () =>
    api.POST("/game/{gameId}/test/reset", {
      params: { path: { gameId: game.id } },
      body: { name: game.name },
    });
  function done(): void {
    void queryClient.invalidateQueries({ queryKey: ["game", game.id] });
    notifications.show({ message: "There is a new, empty test environment." });
    setAsking(false);
  }
  return (
    <Section
      title="Reset the test environment"
      description="Its tournaments, gamers and money are gone, its keys revoked. Live is not touched."
    >
      <Group justify="flex-end">
        <Button variant="light" color="red" onClick={() => setAsking(true)}>
          Reset test…
        </Button>
      </Group>
      {isAsking && (
        <ConfirmByName
          title="Reset the test environment"
          name={game.name}
          action="Reset test"
          act={reset}
          onDone={done}
          onClose={() => setAsking(false)}
        >
          Everything in the test environment of <b>{game.name}</b> becomes unreachable.
        </ConfirmByName>
      )}
    </Section>
  );
}
