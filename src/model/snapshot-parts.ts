/** One file of a snapshot. */
export interface SnapshotPart {
  path: string;
  /** What the configuration said of it when it was fetched; null: nothing. */
  given: Readonly<Record<string, string>> | null;
}

/** A feed of several URLs or pages has several files: they stand one to a line where others have their only one. */
export function snapshotParts(path: string): SnapshotPart[] {
  return path.split('\n').map((line) => {
    const [name = '', given] = line.split('\t');
    return { path: name, given: given === undefined ? null : (JSON.parse(given) as Record<string, string>) };
  });
}

/** Only where the files are. */
export function partsOf(path: string): string[] {
  return snapshotParts(path).map((part) => part.path);
}

export function joinParts(parts: readonly SnapshotPart[]): string {
  return parts
    .map(({ path, given }) => (given === null ? path : `${path}\t${JSON.stringify(given)}`))
    .join('\n');
}
