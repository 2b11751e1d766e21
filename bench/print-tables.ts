/** One table of a benchmark. Each row maps columns to values. */
export interface Section {
  title: string;
  rows: Record<string, string | number>[];
  /** Printed below the table, such as skipped parts or the causes of a low score. */
  notes?: string[];
}

/** Prints tables with numbers aligned to the right. */
export function printReport(sections: Section[]): void {
  for (const { title, rows, notes = [] } of sections) {
    console.log(`\n${title}`);
    const columns = [...new Set(rows.flatMap(Object.keys))];
    const text = (value: string | number | undefined) =>
      typeof value === 'number' ? value.toLocaleString('en', { maximumFractionDigits: 2 }) : (value ?? '');
    const widths = columns.map((name) => Math.max(name.length, ...rows.map((row) => text(row[name]).length)));
    const line = (cells: string[], right: (column: number) => boolean) =>
      console.log(
        `  ${cells.map((cell, column) => (right(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0))).join('  ')}`.trimEnd(),
      );
    const isNumber = (column: number) => rows.some((row) => typeof row[columns[column] ?? ''] === 'number');
    line(columns, isNumber);
    for (const row of rows) {
      line(
        columns.map((name) => text(row[name])),
        isNumber,
      );
    }
    for (const note of notes) console.log(`  - ${note}`);
  }
}

/** Returns the median; NaN for an empty list. */
export function median(values: number[]): number {
  return percentile(values, 50);
}

/** Returns the smallest value that at least `percent` percent of the values do not exceed; NaN for an empty list. */
export function percentile(values: number[], percent: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN;
}
