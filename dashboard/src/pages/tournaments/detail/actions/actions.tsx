import { ActionIcon, Button, Menu } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Tournament } from "../../../../api/types.ts";
import { IconBan, IconDots, IconFlag, IconPencil } from "../../../../components/icons.ts";
import { gameNow, may, pathIn, useEnvironment } from "../../../../environment.ts";
import { Cancel } from "./cancel.tsx";
import { Complete } from "./complete.tsx";
import { Publish } from "./publish.tsx";

/** What can be done with a tournament by somebody who may; nothing where it is over. */
export function Actions({ tournament }: { tournament: Tournament }) {
  const environment = useEnvironment();
  const [open, setOpen] = useState<"publish" | "complete" | "cancel">();
  const { id, status, startTime } = tournament;
  if (!may(environment, "tournaments:write")) return null;
  if (status !== "pending" && status !== "published") return null;
  const isPending = status === "pending";
  const canEdit = isPending && Date.parse(startTime) > gameNow(environment);
  const dialog = { tournament, onClose: () => setOpen(undefined) };
  return (
    <>
      {isPending ? (
        <Button onClick={() => setOpen("publish")}>Publish tournament</Button>
      ) : (
        <Button
          variant="default"
          leftSection={<IconFlag size={16} />}
          onClick={() => setOpen("complete")}
        >
          End tournament
        </Button>
      )}
      <Menu position="bottom-end" width={200}>
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label="More actions">
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {canEdit && (
            <Menu.Item
              component={Link}
              to={pathIn(environment, `tournaments/${id}/edit`)}
              leftSection={<IconPencil size={16} />}
            >
              Edit terms
            </Menu.Item>
          )}
          <Menu.Item
            color="red"
            leftSection={<IconBan size={16} />}
            onClick={() => setOpen("cancel")}
          >
            Cancel tournament
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {open === "publish" && <Publish {...dialog} />}
      {open === "complete" && <Complete {...dialog} />}
      {open === "cancel" && <Cancel {...dialog} />}
    </>
  );
}
