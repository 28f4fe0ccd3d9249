/** Which of two numbers is better, for a choice. */
export const DIRECTIONS = [
  { value: "higher", label: "Higher is better" },
  { value: "lower", label: "Lower is better" },
];
