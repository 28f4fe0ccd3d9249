import { Anchor, Button, type AnchorProps, type ButtonProps } from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import type { AnchorHTMLAttributes, Ref } from "react";

type Own<P> = P &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof P> & { ref?: Ref<HTMLAnchorElement> };

export const RouteAnchor = createLink((props: Own<AnchorProps>) => <Anchor {...props} />);

export const RouteButton = createLink((props: Own<ButtonProps>) => (
  <Button component="a" {...props} />
));
