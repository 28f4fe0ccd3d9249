import classes from "./skip-link.module.css";

/** The id of the element that holds what a page is about. */
export const MAIN_ID = "main";

/** Leads past the header and the navigation, for those who go by the keyboard. */
export const SkipLink = () => (
  <a
    href={`#${MAIN_ID}`}
    className={classes["link"]}
    onClick={(event) => {
      // The address stays the page's own.
      event.preventDefault();
      document.getElementById(MAIN_ID)?.focus();
    }}
  >
    Skip to content
  </a>
);
