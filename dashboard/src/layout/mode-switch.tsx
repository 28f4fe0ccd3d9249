import { SegmentedControl } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { isMode, type Environment } from "../environment.ts";

/** Switches between the game's environments. */
export function ModeSwitch({ environment: { game, mode } }: { environment: Environment }) {
  const navigate = useNavigate();
  return (
    <SegmentedControl
      size="xs"
      aria-label="Environment"
      color={mode === "test" ? "yellow" : "indigo"}
      autoContrast
      data={[
        { value: "live", label: "Live" },
        { value: "test", label: "Test" },
      ]}
      value={mode}
      onChange={(chosen) => {
        // What one environment has, the other has not: its front page is the one place both have.
        if (isMode(chosen)) void navigate({ to: `/g/${game.id}/${chosen}` });
      }}
    />
  );
}
