import { Anchor } from "@mantine/core";
import type { ReactNode } from "react";

const ADDRESS = /(https?:\/\/\S+)/;

/** A text whose addresses can be followed. */
export const withLinks = (text: string): ReactNode[] =>
  text.split(ADDRESS).map((part, index) =>
    ADDRESS.test(part) ? (
      <Anchor key={index} href={part} underline="always" inherit>
        {part}
      </Anchor>
    ) : (
      part
    ),
  );
