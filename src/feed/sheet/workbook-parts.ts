/** The files that a workbook consists of: it is a ZIP. Names are compared without regard to case. */
export interface WorkbookParts {
  /** All names, as written. */
  names: readonly string[];
  has(name: string): boolean;
  /**
   * The bytes of a file.
   * @throws FetchFailure or DamagedBody, while they are read, if there is no such file, or if it is damaged, locked or a bomb
   */
  read(name: string): AsyncIterable<Buffer>;
}

/** The text of a small file, without its end if it is longer than `bytesMax`. */
export async function textOf(parts: WorkbookParts, name: string, bytesMax: number): Promise<string> {
  let text = '';
  for await (const chunk of parts.read(name)) {
    text += chunk.toString('utf8');
    if (text.length >= bytesMax) break;
  }
  return text.slice(0, bytesMax);
}
