const PERCENT = new Intl.NumberFormat(undefined, { style: "percent", maximumFractionDigits: 2 });
const HUNDRED = 100;

/** So many hundredths as the viewer's language writes them, with the decimals that it takes: 50%, 33.33%. */
export const formatPercent = (percent: number): string => PERCENT.format(percent / HUNDRED);
