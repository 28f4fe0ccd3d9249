import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { setNonce } from "get-nonce";
import type { ReactNode } from "react";
import { queryClient } from "../api/query-client.ts";
import { cssVariablesResolver, theme } from "./theme.ts";

// The content policy allows only style elements with this nonce.
const nonce = document.querySelector<HTMLMetaElement>("meta[property=csp-nonce]")?.nonce ?? "";
setNonce(nonce);

export const Providers = ({ children }: { children: ReactNode }) => (
  <MantineProvider
    theme={theme}
    cssVariablesResolver={cssVariablesResolver}
    getStyleNonce={() => nonce}
    defaultColorScheme="auto"
  >
    <QueryClientProvider client={queryClient}>
      <Notifications position="bottom-right" />
      {children}
    </QueryClientProvider>
  </MantineProvider>
);
