// Runs before the reference, which reads there in which theme it is to be shown. What somebody chose in
// the guide or the dashboard holds here, too.
(() => {
  try {
    const chosen = localStorage.getItem("mantine-color-scheme-value");
    if (chosen === "light" || chosen === "dark") localStorage.setItem("colorMode", chosen);
    else localStorage.removeItem("colorMode");
  } catch {
    // Without storage the system's theme is used.
  }
})();
