/** A spot of colour beside a word; the word says the same. */
export const Dot = ({ color }: { color: string }) => (
  <span
    aria-hidden="true"
    style={{
      flexShrink: 0,
      width: 8,
      height: 8,
      borderRadius: "50%",
      background: `var(--mantine-color-${color}-6)`,
    }}
  />
);
