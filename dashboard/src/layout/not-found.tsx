import { Anchor, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { CardPage } from "./card-page.tsx";

/** Says that there is no such page. */
export const NotFoundPage = () => (
  <CardPage title="Page not found">
    <Text>
      The page has moved, or the link is incomplete.{" "}
      <Anchor component={Link} to="/" underline="always">
        Go to your games
      </Anchor>
    </Text>
  </CardPage>
);
