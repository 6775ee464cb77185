/** A problem at one place of the configuration. Never quotes a value, because values may be secrets. */
export interface ConfigProblem {
  file: string;
  /** Counted from 1. */
  line: number;
  column: number;
  /** Path of the key; empty if the file itself cannot be read. */
  key: string;
  /** `what is wrong; what to write instead`. */
  message: string;
}

export function formatProblem({ file, line, column, key, message }: ConfigProblem): string {
  return `${file}:${line}:${column} ${key === '' ? '' : `${key}: `}${message}`;
}
