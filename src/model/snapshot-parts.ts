/** One file of a snapshot. */
export interface SnapshotPart {
  path: string;
  /** Values that the configuration set for the file when it was fetched; null: none. */
  given: Readonly<Record<string, string>> | null;
}

/** Parts from their joined text: one per line, the path, then a tab and JSON if values are set. None of the empty text. */
export function snapshotParts(path: string): SnapshotPart[] {
  if (path === '') return [];
  return path.split('\n').map((line) => {
    const [name = '', given] = line.split('\t');
    return { path: name, given: given === undefined ? null : (JSON.parse(given) as Record<string, string>) };
  });
}

/** The files' paths alone. */
export function partsOf(path: string): string[] {
  return snapshotParts(path).map((part) => part.path);
}

/** The inverse of `snapshotParts`. */
export function joinParts(parts: readonly SnapshotPart[]): string {
  return parts
    .map(({ path, given }) => (given === null ? path : `${path}\t${JSON.stringify(given)}`))
    .join('\n');
}
