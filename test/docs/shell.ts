import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { runHere } from '../cli/run-here.js';
import { RealProcess } from '../support/real-process.js';

const bash = promisify(execFile);
const bashMaxMs = 10_000;

interface Manifest {
  scripts: Readonly<Record<string, string>>;
}

/** Commands that run until they are stopped, and what they print once they are up. */
const lasting: Readonly<Record<string, string>> = {
  demo: 'listings are on the portal',
  sandbox: 'Stop it with',
  run: 'in step with',
};

export interface Command {
  /** As it stands on the page, without its comment. */
  line: string;
  /** The page says another one in a comment: `# exit code 3`. */
  exitCode: number;
}

/** The commands of a block, one in a line. */
export function commandsOf(block: string): Command[] {
  return block.split('\n').flatMap((text) => {
    const [line = '', comment = ''] = text.split(/\s+# /);
    return line === '' ? [] : [{ line, exitCode: Number(/exit code (\d)/.exec(comment)?.[1] ?? 0) }];
  });
}

/** A reader's terminals: one for the commands, and one for each that keeps running. */
export class Shell {
  #folder: string;
  #running: RealProcess[] = [];

  /** @param root stands for the checkout */
  constructor(private readonly root: string) {
    this.#folder = root;
  }

  /** Where the commands are now. */
  get folder(): string {
    return this.#folder;
  }

  /** @returns what it printed. @throws where it exits otherwise than the page says */
  async run({ line, exitCode }: Command): Promise<string> {
    const script = /^npm ci && npm (\w+)$/.exec(line)?.[1];
    if (script !== undefined) return this.#script(script);
    if (line.startsWith('npx feedsync ')) return this.#feedsync(wordsOf(line).slice(2), exitCode);
    return this.#bash(line);
  }

  /** Ctrl+C in every terminal, and back to the checkout. */
  async leave(): Promise<void> {
    this.#folder = this.root;
    await Promise.all(this.#running.splice(0).map((process) => process.stop()));
  }

  /** What is installed and built is what this test runs on: what remains is the script's own command. */
  async #script(name: string): Promise<string> {
    const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as Manifest;
    const script = scripts[name];
    if (script === undefined) throw new Error(`package.json has no script ${name}.`);
    const argv = /node dist\/main\.js (.+)$/.exec(script)?.[1];
    // `npm test` is under way.
    const npm = ['env', 'npm_command=start', 'npm_lifecycle_event=start', `INIT_CWD=${this.root}`];
    return argv === undefined ? '' : this.#feedsync(wordsOf(argv), 0, npm);
  }

  async #feedsync(
    words: readonly string[],
    exitCode: number,
    wrapper: readonly string[] = [],
  ): Promise<string> {
    const sign = lasting[words[0] ?? ''];
    if (sign !== undefined) {
      const process = new RealProcess(this.#folder, words, { wrapper });
      this.#running.push(process);
      return process.printed((out) => out.includes(sign));
    }
    const { code, out, err } = await runHere(this.#folder, words, process.env);
    if (code === exitCode) return out;
    throw new Error(`feedsync ${words.join(' ')} ended with ${code}, not ${exitCode}:\n${out}${err}`);
  }

  async #bash(line: string): Promise<string> {
    const script = `set -euo pipefail; ${line}\npwd`;
    const { stdout } = await bash('bash', ['-c', script], { cwd: this.#folder, timeout: bashMaxMs });
    const printed = stdout.trimEnd().split('\n');
    this.#folder = printed.pop() ?? this.#folder;
    return printed.map((text) => `${text}\n`).join('');
  }
}

/** As a shell takes a line apart, as far as pages need it. */
function wordsOf(line: string): string[] {
  return [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, bare]) => single ?? double ?? bare ?? '',
  );
}
