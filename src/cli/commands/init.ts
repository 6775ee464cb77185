import { messageOf } from '../../platform/code-of.js';
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Command } from 'commander';
import type { Config } from '../../config/schema.js';
import { readPresets } from '../../effective/mapping-files.js';
import { withoutConsequence } from '../../feed/consequence.js';
import { fetchFeed, type FeedSource } from '../../feed/fetch/fetch-feed.js';
import { itemOf } from '../../inspect/attention/item.js';
import { asListed } from '../../inspect/attention/listed-items.js';
import { feedEntryText } from '../../inspect/init/feed-entry.js';
import { largestOf, proposeFrom, type Proposal, type ReadAddress } from '../../inspect/init/index.js';
import type { UnpackedFile } from '../../feed/zip/zip-member.js';
import { createFileSpool } from '../../platform/files/file-spool.js';
import type { Spool } from '../../platform/files/spool.js';
import type { Answer } from '../answer.js';
import { configIfThere, storedPortal } from '../before-setup.js';
import { exitsForAttention, type Bind } from '../bind.js';
import type { Context } from '../context.js';
import { CliError } from '../exit.js';
import { accessOf, type FeedAccess } from '../feed-access.js';
import { proposalText } from '../print/init-text.js';

const mappingsFolder = './mappings';
const fetchDefaults = { allowPrivateAddresses: [], maxBytes: 2 * 1024 ** 3, timeoutMs: 600_000 };

interface InitOptions {
  name?: string;
  connection?: string;
  write?: boolean;
  user?: string;
  password?: string;
  header?: string[];
}

export function addCommands(program: Command, bind: Bind): void {
  exitsForAttention(program.command('init'))
    .summary('Detect the format of a feed and propose its mapping')
    .description(
      'Detect the format of a feed, propose its mapping, count the listings that are ready, and list the questions that only the agency can answer.',
    )
    .argument('<url>', 'Address of the feed, or a file')
    .argument('[second]', 'Another copy of the same feed, to check that its ids are stable')
    .option('--name <name>', 'Name of the feed and its mapping')
    .option('--connection <id>', 'Connection of the feed')
    .option('--user <name>', 'User name for the source')
    .option('--password <password>', "Password for the source; '${NAME}' reads it from the environment")
    .option('--header <header...>', "Additional request headers, such as 'X-Token: ${NAME}'")
    .option('--write', 'Write the mapping, and the feed into feeds_dir; existing files stay as they are')
    .action(bind(initFeed));
}

/** `init URL [SECOND]` @throws CliError */
async function initFeed(
  context: Context,
  [given = '', second]: readonly string[],
  options: InitOptions,
): Promise<Answer> {
  const url = urlOf(given);
  const name = nameOf(options.name, url);
  const config = await configIfThere(context);
  const folder = config?.mappings ?? mappingsFolder;
  const spoolFolder = await mkdtemp(join(tmpdir(), 'feedsync-init-'));
  try {
    const spool = createFileSpool(spoolFolder);
    const access = accessOf(options, context.terminal.env);
    const fetch = (from: URL): Promise<Fetched> =>
      fetched({ url: from, ...access.sent }, spool, config, context);
    const first = required(await fetch(url));
    const other = second === undefined ? null : required(await fetch(urlOf(second))).path;
    const proposal = await proposeFrom(spool, first.path, {
      name,
      presets: await readPresets(folder),
      portal: await storedPortal(config, context),
      ...(other !== null && { secondPath: other }),
      zip: first.files,
      ...(url.protocol !== 'file:' && { pages: { url, first, fetch } }),
    });
    if (!proposal.ok) throw new CliError(1, `The format of ${given} cannot be detected: ${proposal.reason}`);
    return await answerOf(proposal, { url, name, folder, config, access }, options);
  } finally {
    await rm(spoolFolder, { recursive: true, force: true });
  }
}

/** An address, or a file on this machine. */
function urlOf(given: string): URL {
  if (/^(https?|file):/i.test(given) && URL.canParse(given)) return new URL(given);
  return pathToFileURL(resolve(given));
}

function nameOf(wanted: string | undefined, url: URL): string {
  if (wanted !== undefined) {
    if (!/^[a-z0-9-]{1,64}$/.test(wanted))
      throw new CliError(
        2,
        `--name: "${wanted}" is not a valid name. Use lower-case letters, digits and hyphens.`,
      );
    return wanted;
  }
  const words = url.protocol === 'file:' ? (url.pathname.split('/').at(-1) ?? '') : url.hostname;
  const name = words
    .replace(/\.[a-z]{1,5}$/i, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return name === '' ? 'new-feed' : name.slice(0, 40);
}

type Reply = ReadAddress & {
  /** Of a ZIP, all its files that may be the feed's. */
  files: readonly UnpackedFile[];
};
type Fetched = ({ ok: true } & Reply) | { ok: false; reason: string };

async function fetched(
  source: FeedSource,
  spool: Spool,
  config: Config | null,
  context: Context,
): Promise<Fetched> {
  const { fetcher, clock } = await context.seams();
  const previous = { etag: null, lastModified: null, unconditional: true };
  const outcome = await fetchFeed(
    source,
    previous,
    { fetcher, clock, spool },
    config?.fetch ?? fetchDefaults,
  );
  if (outcome.kind === 'fetched') {
    const { from, signs, others } = outcome;
    const { file } = largestOf<UnpackedFile>(outcome, others);
    return { ok: true, path: file.path, from, signs, files: [outcome, ...others] };
  }
  if (outcome.kind === 'failed') return { ok: false, reason: withoutConsequence(outcome.message) };
  return { ok: false, reason: `${source.url.host} answered without a file. Open the address in a browser.` };
}

/** A required file; only further pages may be missing. @throws CliError 1 */
function required(file: Fetched): Reply {
  if (file.ok) return file;
  throw new CliError(1, `${file.reason} Nothing was written. Correct this, then run init again.`);
}

interface Subject {
  url: URL;
  name: string;
  folder: string;
  config: Config | null;
  access: FeedAccess;
}

async function answerOf(proposal: Proposal, subject: Subject, options: InitOptions): Promise<Answer> {
  const { name, folder, config, url, access } = subject;
  const entry = {
    name,
    connection: options.connection ?? null,
    url: url.href,
    mapping: proposal.preset ?? name,
    ...access.written,
  };
  const feed = feedEntryText(entry, proposal);
  const written: string[] = [];
  const notes = access.secrets.map(
    (secret) => `Set ${secret} in the environment of feedsync. The secret itself is written to no file.`,
  );
  if (options.write === true) {
    if (proposal.preset === null) await writeNew(resolve(folder, `${name}.yaml`), proposal.yaml, written);
    if (config?.feedsDir == null)
      notes.push('The configuration has no feeds_dir. Paste the lines of the feed into the configuration.');
    else if (options.connection === undefined)
      notes.push(
        'The feed was not written, because its connection is unknown. Write --connection, or paste the lines of the feed.',
      );
    else await writeNew(resolve(config.feedsDir, `${name}.yaml`), feed, written);
  }
  const { preset, mapping, yaml, format, encoding, report } = proposal;
  return {
    text: proposalText(proposal, { feed, written, notes, name }),
    json: { name, preset, format, encoding, report, mapping, yaml, feed, written, notes },
    attention: report.readiness.questions.flatMap(({ listings: count }) =>
      asListed({ ...itemOf({ kind: 'unanswered_fact', count, new: true }), agency: name }, false),
    ),
  };
}

/** @throws CliError 1 if the file exists, since no file is overwritten, or if it cannot be written */
async function writeNew(file: string, text: string, written: string[]): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  try {
    await writeFile(file, text, { flag: 'wx' });
  } catch (error) {
    const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    const before = written.length === 0 ? 'Nothing was written' : `Only ${written.join(', ')} was written`;
    throw new CliError(
      1,
      exists
        ? `${file} exists and was not overwritten. ${before}. Choose another name with --name, or move that file.`
        : `${file} cannot be written (${messageOf(error)}). ${before}.`,
    );
  }
  written.push(file);
}
