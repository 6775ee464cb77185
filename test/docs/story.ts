import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { diskDeps, loadConfig } from '../../src/config/load.js';
import { loadMapping } from '../../src/mapping/compile/load-mapping.js';
import { blocksOf, type Block } from './markdown.js';
import { fits, plain } from './printed.js';
import { commandsOf, Shell, type Command } from './shell.js';

const overrides = { timezone: 'Europe/Belgrade', answers: {}, constants: {}, tables: {}, idPrefix: '' };

/** A folder that stands for the reader's checkout, in which a page's blocks are executed one after the other. */
export class Story {
  #printed: { text: string; by: Command[] } = { text: '', by: [] };

  private constructor(
    private readonly root: string,
    private readonly shell: Shell,
    /** What pages write, and what it is here: ports that are free, a store that exists. */
    private readonly replacements: ReadonlyMap<string, string>,
  ) {}

  static async begin(replacements: readonly (readonly [string, string])[] = []): Promise<Story> {
    const root = await realpath(await mkdtemp(join(tmpdir(), 'feedsync-page-')));
    await symlink(resolve('mappings'), join(root, 'mappings'));
    const ports = await Promise.all(['8090', '8091'].map(async (port) => [port, await freePort()] as const));
    return new Story(root, new Shell(root), new Map([...ports, ...replacements]));
  }

  async end(): Promise<void> {
    await this.shell.leave();
    await rm(this.root, { recursive: true, force: true });
  }

  /** @throws what vitest reports where a command or its output is not as the page shows it */
  async execute(block: Block): Promise<void> {
    if (block.language === 'sh') await this.#run(block.text);
    else if (block.language === 'text') await this.#compare(block.text);
    else if (block.language === 'yaml') await this.#load(block);
    else if (block.language === 'csv' || block.language === 'xml') await this.#save(block);
    else throw new Error(`No rule executes a block of ${block.language}.`);
  }

  async #run(text: string): Promise<void> {
    const by = commandsOf(this.#here(text));
    const out: string[] = [];
    for (const command of by) out.push(await this.shell.run(asTyped(command)));
    this.#printed = { text: out.join(''), by };
  }

  async #compare(shown: string): Promise<void> {
    const [command, ...others] = this.#printed.by;
    const isReading =
      command !== undefined && others.length === 0 && /feedsync (explain|status|logs)/.test(command.line);
    if (!isReading) this.#expectShown(shown);
    // The daemon may need a moment until its store holds what the page shows.
    else
      await vi.waitFor(async () => this.#expectShownAgain(command, shown), {
        timeout: 20_000,
        interval: 100,
      });
  }

  async #expectShownAgain(command: Command, shown: string): Promise<void> {
    if (!fits(this.#printed.text, shown, this.root))
      this.#printed = { text: await this.shell.run(command), by: [command] };
    this.#expectShown(shown);
  }

  #expectShown(shown: string): void {
    const { text } = this.#printed;
    // The failure shows both sides.
    if (!fits(text, shown, this.root)) expect(plain(text, this.root)).toBe(plain(shown, this.root));
  }

  /** A mapping or a configuration is loaded; a file of `feeds_dir` is loaded with the configuration that names the folder. */
  async #load(block: Block): Promise<void> {
    const path = await this.#save(block);
    if (/^format:/m.test(block.text)) {
      const loaded = loadMapping(block.text, { file: 'example.yaml', overrides });
      expect(loaded.ok ? [] : loaded.errors).toEqual([]);
    } else if (!block.text.startsWith('feeds:')) {
      const loaded = await loadConfig(path, diskDeps({}));
      expect(loaded.problems).toEqual([]);
    }
  }

  async #save({ text, file, language }: Block): Promise<string> {
    const path = join(this.shell.folder, file ?? `example.${language}`);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, `${this.#here(text)}\n`);
    return path;
  }

  #here(text: string): string {
    return [...this.replacements].reduce((here, [written, ours]) => here.replaceAll(written, ours), text);
  }
}

/** A page for operators writes `feedsync`, as it is installed; here it is the checkout's. */
function asTyped(command: Command): Command {
  return { ...command, line: command.line.replace(/^feedsync /, 'npx feedsync ') };
}

/** Executes all blocks of a page, in order, in one world. */
export function describePage(page: string, languages: readonly string[]): void {
  let story: Story;
  beforeAll(async () => {
    story = await Story.begin();
  });
  afterAll(async () => story.end());

  describe(`${page}, from top to bottom`, async () => {
    const blocks = blocksOf(await readFile(page, 'utf8'));

    it.each(blocks)('line $line: $language', async (block) => story.execute(block));

    it('has blocks of every language that it is to show', () => {
      expect(new Set(blocks.map(({ language }) => language))).toEqual(new Set(languages));
    });
  });
}

async function freePort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return String(port);
}
