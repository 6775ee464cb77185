/** A feed of several URLs has a file for each: their paths stand one to a line where others have their only one. */
export function partsOf(path: string): string[] {
  return path.split('\n');
}

export function joinParts(paths: readonly string[]): string {
  return paths.join('\n');
}
