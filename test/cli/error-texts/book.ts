import { readFile, writeFile } from 'node:fs/promises';
import type { World } from '../../support/world.js';
import { run, runAlone, type Ran } from '../command-line.js';

/** Gathers what a person is told, chapter by chapter, without what differs from run to run. */
export class ErrorBook {
  readonly #pages: string[] = [];

  chapter(title: string): void {
    this.#pages.push(`# ${title}\n`);
  }

  /** What a command said when it ended, and its exit code. */
  ran(heading: string, { code, err, out }: Ran): void {
    this.#page(heading, `exit ${code}\n\n`, err.trim() === '' ? out.trim() : err.trim());
  }

  said(heading: string, text: string): void {
    this.#page(heading, '', text);
  }

  toString(): string {
    return this.#pages.join('\n');
  }

  #page(heading: string, before: string, text: string): void {
    this.#pages.push(`## ${normal(heading)}\n\n${before}\`\`\`text\n${normal(text)}\n\`\`\`\n`);
  }
}

/** Runs a command line, written in one string, and keeps what it says. */
export type Fails = (argv: string, note?: string) => Promise<void>;

export function failsIn(world: World, book: ErrorBook): Fails {
  return async (argv, note) => book.ran(headingOf(argv, note), await run(world, ...argv.split(' ')));
}

/** The same with no daemon on the store. */
export function failsAlone(world: World, book: ErrorBook): Fails {
  return async (argv, note) => book.ran(headingOf(argv, note), await runAlone(world, ...argv.split(' ')));
}

function headingOf(argv: string, note = ''): string {
  return `${argv}${note === '' ? '' : ` (${note})`}`;
}

type Document = Record<string, unknown> & { portal: Record<string, unknown> };

export async function readConfigFile(world: World): Promise<Document> {
  return JSON.parse(await readFile(world.configFile, 'utf8')) as Document;
}

/** Writes the configuration as it was, with this of its portal changed. */
export async function configurePortal(
  world: World,
  before: Document,
  change: Record<string, unknown>,
): Promise<void> {
  await writeFile(world.configFile, JSON.stringify({ ...before, portal: { ...before.portal, ...change } }));
}

function normal(text: string): string {
  return (
    text
      .replace(/\S*\/feedsync-world-\w+/g, (path) =>
        path.startsWith('file:') ? 'file:<folder>' : '<folder>',
      )
      // The whole file is one line, with the folder's path in it.
      .replace(/(feedsync\.json:1):\d+/g, '$1:<column>')
      .replace(/(127\.0\.0\.1:|[Pp]ort )\d{4,5}/g, '$1<port>')
      .replaceAll(process.cwd(), '<here>')
      .replace(/PX-(?!TEST)[A-Z0-9]{4}(-[A-Z0-9]{4})*/g, '<code>')
      .replace(/px_sandbox_\w+/g, '<key>')
      .replace(/[\d.,]+ [kMGT]B are free/g, '<size> are free')
      .replace(/(registered at the portal, is )[\w-]{43}/g, '$1<public key>')
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<uuid>')
  );
}
