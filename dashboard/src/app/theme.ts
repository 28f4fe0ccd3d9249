import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from "@mantine/core";

const indigo: MantineColorsTuple = [
  "#eef0ff",
  "#dde1fb",
  "#b9c1f2",
  "#929eea",
  "#7180e3",
  "#5b6ddf",
  "#4f62dd",
  "#4c5fd5",
  "#3f50b4",
  "#33429a",
];

const dark: MantineColorsTuple = [
  "#d5d8df",
  "#b3b8c4",
  "#9a9ea9",
  "#6b7080",
  "#3a3f4b",
  "#2b2f39",
  "#20242c",
  "#171a21",
  "#12151b",
  "#0c0e13",
];

export const theme = createTheme({
  primaryColor: "indigo",
  primaryShade: { light: 7, dark: 6 },
  colors: { indigo, dark },
  fontFamily: '"Inter Variable", system-ui, sans-serif',
  fontFamilyMonospace: '"JetBrains Mono Variable", ui-monospace, monospace',
  headings: { fontFamily: '"Inter Variable", system-ui, sans-serif', fontWeight: "620" },
  defaultRadius: "md",
  cursorType: "pointer",
  respectReducedMotion: true,
  components: {
    Modal: {
      defaultProps: { closeButtonProps: { "aria-label": "Close" }, centered: true },
      styles: { title: { fontWeight: 620 } },
    },
    Select: { defaultProps: { allowDeselect: false } },
    NumberInput: { defaultProps: { allowDecimal: false } },
    InputWrapper: { defaultProps: { withAsterisk: false } },
    // Other colors have too little contrast with their background.
    Avatar: { defaultProps: { allowedInitialsColors: ["indigo", "teal", "orange", "red"] } },
    Badge: { defaultProps: { variant: "light", radius: "sm", tt: "none", fw: 600 } },
    Tooltip: { defaultProps: { withArrow: true, openDelay: 200 } },
    Table: {
      defaultProps: { verticalSpacing: "sm", highlightOnHover: true },
      styles: {
        tr: { borderColor: "light-dark(var(--mantine-color-gray-2), var(--mantine-color-dark-5))" },
        th: {
          color: "var(--mantine-color-dimmed)",
          fontSize: "var(--mantine-font-size-xs)",
          fontWeight: 550,
          whiteSpace: "nowrap",
        },
      },
    },
  },
});

// Mantine's dimmed text and light badges have too little contrast for WCAG AA.
const LIGHT_TEXT = { yellow: "#7a4b00", orange: "#9a3412", teal: "#06543c", red: "#a01c1c" };
const COLORS = ["gray", "indigo", "blue", "green", "violet", "grape", "cyan"];

// White text on Mantine's red has too little contrast.
const RED_GROUND = {
  "--mantine-color-red-filled": "var(--mantine-color-red-9)",
  "--mantine-color-red-filled-hover": "#b32424",
};

const toLightColors = (colors: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(colors).map(([name, color]) => [`--mantine-color-${name}-light-color`, color]),
  );

const toShade = (names: readonly string[], shade: number) =>
  Object.fromEntries(names.map((name) => [name, `var(--mantine-color-${name}-${shade})`]));

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...RED_GROUND,
    "--mantine-color-dimmed": "#5b616e",
    "--mantine-color-placeholder": "#6b717d",
    ...toLightColors({ ...toShade(COLORS, 9), ...LIGHT_TEXT }),
  },
  dark: {
    ...RED_GROUND,
    "--mantine-color-dimmed": "#9a9ea9",
    "--mantine-color-placeholder": "#8f94a0",
    // Mantine's color is darker than its background.
    "--mantine-color-gray-light": "var(--mantine-color-dark-5)",
    "--mantine-color-anchor": "var(--mantine-color-indigo-3)",
    ...toLightColors(toShade([...COLORS, ...Object.keys(LIGHT_TEXT)], 3)),
  },
});
