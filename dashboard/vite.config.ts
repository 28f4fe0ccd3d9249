import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  base: "/dashboard/",
  plugins: [react()],
  build: {
    target: "es2023",
    // The page's policy allows no script or font that stands in the page itself.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  // `vite dev dashboard` beside `pnpm start`.
  server: { proxy: { "^/(?!dashboard)": "http://127.0.0.1:8080" } },
});
