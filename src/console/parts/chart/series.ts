export interface ChartSeries {
  label: string;
  kind: 'line' | 'points' | 'bars' | 'limit';
  tone: 'accent' | 'warn' | 'bad' | 'muted';
  values: readonly (number | null)[];
}
