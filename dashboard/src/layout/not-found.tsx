import { Anchor, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { CardPage } from "./card-page.tsx";

/** Says that there is no such page. */
export const NotFoundPage = () => (
  <CardPage title="There is no such page">
    <Text>
      It may have moved, or the link is incomplete.{" "}
      <Anchor component={Link} to="/" underline="always">
        To your games
      </Anchor>
    </Text>
  </CardPage>
);
