import {
  Anchor,
  type AnchorProps,
  Button,
  type ButtonProps,
  UnstyledButton,
  type UnstyledButtonProps,
} from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import type { AnchorHTMLAttributes, ComponentProps, CSSProperties, ReactNode, Ref } from "react";
import { pathIn, useEnvironment } from "../environment.ts";
import links from "./tables/row-link.module.css";

type Own<P> = P &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof P> & { ref?: Ref<HTMLAnchorElement> };

export const RouteAnchor = createLink((props: Own<AnchorProps>) => <Anchor {...props} />);

export const RouteButton = createLink((props: Own<ButtonProps>) => (
  <Button component="a" {...props} />
));

interface PageLinkProps {
  page: string;
  search?: Record<string, string>;
  children: ReactNode;
}

interface PageButtonProps extends ButtonProps {
  page: string;
  children: ReactNode;
}

export const PageButton = ({ page, ...props }: PageButtonProps) => (
  <RouteButton to={pathIn(useEnvironment(), page)} {...props} />
);

export const PageLink = ({ page, search = {}, children }: PageLinkProps) => (
  <RouteAnchor
    to={pathIn(useEnvironment(), page)}
    search={search}
    size="sm"
    underline="always"
    style={{ overflowWrap: "anywhere" }}
  >
    {children}
  </RouteAnchor>
);

/** A button that covers a table row. */
export const RowButton = (
  props: UnstyledButtonProps & { onClick: () => void; children: ReactNode },
) => <UnstyledButton className={links["link"] ?? ""} {...props} />;

const RowAnchor = createLink((props: ComponentProps<"a">) => (
  <a {...props} className={links["link"] ?? ""} />
));

interface RowLinkProps extends PageLinkProps {
  preload?: "intent";
  style?: CSSProperties;
}

/** The link of a table row. It covers the row. */
export const RowLink = ({ page, preload, ...props }: RowLinkProps) => (
  <RowAnchor to={pathIn(useEnvironment(), page)} preload={preload ?? false} {...props} />
);
