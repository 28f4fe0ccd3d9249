import { Anchor, Button, type AnchorProps, type ButtonProps } from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import type { AnchorHTMLAttributes, Ref } from "react";

type Own<P> = P &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof P> & { ref?: Ref<HTMLAnchorElement> };

/** An anchor that leads to a page of the dashboard. */
export const RouteAnchor = createLink((props: Own<AnchorProps>) => <Anchor {...props} />);

/** A button that leads to a page of the dashboard. */
export const RouteButton = createLink((props: Own<ButtonProps>) => (
  <Button component="a" {...props} />
));
