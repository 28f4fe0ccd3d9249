import { Drawer } from "@mantine/core";
import type { ReactNode } from "react";

interface DetailsDrawerProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** All that is known of one line of a list, beside the list. */
export const DetailsDrawer = ({ title, onClose, children }: DetailsDrawerProps) => (
  <Drawer
    opened
    onClose={onClose}
    position="right"
    size="lg"
    title={title}
    closeButtonProps={{ "aria-label": "Close" }}
  >
    {children}
  </Drawer>
);
