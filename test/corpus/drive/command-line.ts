import type { Tree } from './tree.js';

interface Printed {
  code: number;
  out: string;
  err: string;
  /** The document of `--json`; null where the command failed. */
  document: Record<string, unknown> | null;
}

/** Runs one command with `--json`. */
export type Run = (...argv: string[]) => Promise<Printed>;

export function commandLine(tree: Tree, config: string): Run {
  return async (...argv) => {
    const printed = { out: '', err: '' };
    const code = await tree.runCli([...argv, '--json', '--config', config], {
      ...{ env: {}, user: 'corpus' },
      out: (text: string) => void (printed.out += text),
      err: (text: string) => void (printed.err += text),
      createLog: () => tree.silentLog,
      machine: tree.systemSeams(tree.silentLog),
      createSeams: (log: unknown) => tree.systemSeams(log),
      onStop: () => () => undefined,
      onReload: () => () => undefined,
    });
    const isDocument = code === 0 || code === 3;
    const document = isDocument ? (JSON.parse(printed.out) as Record<string, unknown>) : null;
    return { code, ...printed, document };
  };
}
