import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  base: "/dashboard/",
  plugins: [react()],
  build: {
    target: "es2023",
    // The content policy allows no inline scripts or fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Skips the thousands of icons that no page imports.
    rolldownOptions: { experimental: { lazyBarrel: true } },
  },
  // Used by `vite dev dashboard` while `pnpm start` runs.
  server: { proxy: { "^/(?!dashboard)": "http://127.0.0.1:8080" } },
});
