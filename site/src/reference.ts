import type { ApiReferenceConfiguration } from "@scalar/fastify-api-reference";

declare const Scalar: {
  createApiReference(target: string, configuration: Partial<ApiReferenceConfiguration>): void;
};

const { theme } = document.documentElement.dataset;

// Everything that would lead to the maker of the reference is off.
Scalar.createApiReference("#reference", {
  url: "/docs/api/openapi.json",
  // Browsers refuse requests from this page to another host, such as that of the public URL.
  servers: [{ url: "/" }],
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: "never",
  hideClientButton: true,
  hideDarkModeToggle: true,
  ...((theme === "light" || theme === "dark") && { forceDarkModeState: theme }),
  defaultHttpClient: { targetKey: "shell", clientKey: "curl" },
  authentication: { preferredSecurityScheme: "apiKey" },
});
