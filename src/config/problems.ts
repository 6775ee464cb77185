/** What is wrong at one place of the configuration. Never holds a value from it: values may be secrets. */
export interface ConfigProblem {
  file: string;
  /** From 1. */
  line: number;
  column: number;
  /** Path of the key; empty where the file itself cannot be read. */
  key: string;
  /** `what is wrong; what to write instead`. */
  message: string;
}

export function formatProblem({ file, line, column, key, message }: ConfigProblem): string {
  return `${file}:${line}:${column} ${key === '' ? '' : `${key}: `}${message}`;
}
