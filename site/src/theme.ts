// Runs before the page is drawn, so that nobody sees the other theme flash by. The dashboard keeps
// what somebody chose under this name; it is one product.
(() => {
  let chosen: string | null = null;
  try {
    chosen = localStorage.getItem("mantine-color-scheme-value");
  } catch {
    // Without storage the system's theme is used.
  }
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset["theme"] = chosen;
})();
