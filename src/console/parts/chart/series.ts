/** A line, row of points or bars of a chart, with a value for each time; null: no value. */
export interface ChartSeries {
  label: string;
  kind: 'line' | 'points' | 'bars' | 'limit';
  tone: 'accent' | 'warn' | 'bad' | 'muted';
  values: readonly (number | null)[];
}
