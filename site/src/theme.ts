// Runs before the page is drawn, so that the page never flashes in the other theme. The dashboard uses the
// same name. Without a choice, the page has the theme of the system.
{
  const chosen = localStorage.getItem("mantine-color-scheme-value");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset["theme"] = chosen;
}
