import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import type { Ad } from '../ads.js';
import type { Layout } from '../layout.js';
import { answerTo, meaningOf, type AskedWord } from './answers.js';
import { commandLine, type Run } from './command-line.js';
import { confirmRight } from './confirm.js';
import type { PortalListing, Tree } from './tree.js';

/** A question of `init`. */
export interface AskedQuestion {
  /** Payload path, or name of an answer. */
  name: string;
  section: string;
  question: string;
  listings: number;
}

/** What an agency's use of feedsync led to. */
export interface Outcome {
  listings: PortalListing[];
  /** The portal's places: id, and the name of the city or of the municipality's city. */
  cities: ReadonlyMap<string, string>;
  questions: AskedQuestion[];
  /** Words that were asked about and that have no one meaning in the file. */
  unanswered: string[];
  /** Right values that the content guard held until the agency confirmed them. */
  confirmed: number;
  /** What `init` counted as ready. */
  ready: number | null;
  /** Why records wait: a pointer and a code, with the number of listings. */
  reasons: ReadonlyMap<string, number>;
  /** Null, or what ended the attempt. */
  failure: string | null;
}

type Attempt = Pick<Outcome, 'questions' | 'confirmed' | 'unanswered' | 'ready' | 'reasons' | 'failure'>;

/** How often `sync` runs, with the words named in between. */
const rounds = 4;

/**
 * Sets up a layout's file as an agency would: `init`, the answers from the truth, `sync`, the words that `unmapped` prints named from the
 * truth, and `sync` again. @param ads that the layout chose
 */
export async function useAsAgency(tree: Tree, layout: Layout, ads: readonly Ad[]): Promise<Outcome> {
  return withPortal(tree, async ({ run, folder, connection, listings }) => {
    const file = await layout.render(ads);
    const path = join(folder, file.name);
    await writeFile(path, file.bytes);
    const attempt = await setUp({ run, folder, path, connection }, layout, ads);
    return { ...attempt, listings: listings(), cities: await citiesOf(run) };
  });
}

/** Names of the cities in the portal's directory. */
export async function portalCities(tree: Tree): Promise<ReadonlySet<string>> {
  return withPortal(tree, async ({ run }) => {
    await run('sync');
    return new Set((await citiesOf(run)).values());
  });
}

interface Portal {
  run: Run;
  folder: string;
  connection: string;
  listings: () => PortalListing[];
}

/** A sandbox portal with one connection, and a configuration that uses it, as long as `use` runs. */
async function withPortal<T>(tree: Tree, use: (portal: Portal) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'feedsync-corpus-'));
  const sandbox = tree.createSandbox({
    ...{ clock: tree.systemClock, random: tree.systemRandom },
    limits: { rate_limit_per_minute: 100_000, connection_items_per_hour: 100_000 },
  });
  const server = await tree.listen({
    ...{ port: 0, host: '127.0.0.1' },
    handler: (request) => sandbox.fetch(request),
  });
  try {
    const keys = tree.generateKeyPair(tree.systemRandom);
    const config = join(folder, 'feedsync.json');
    const keyId = sandbox.staff.registerKey(keys.publicKeyPem);
    const connection = sandbox.staff.addConnection({ status: 'active' });
    await mkdir(join(folder, 'feeds.d'));
    await cp(join(tree.folder, 'mappings'), join(folder, 'mappings'), { recursive: true });
    await writeFile(join(folder, 'key.pem'), keys.privateKeyPem, { mode: 0o600 });
    await writeFile(config, configText(folder, `${server.url}/v1`, keyId));
    const run = commandLine(tree, config);
    return await use({ run, folder, connection, listings: () => sandbox.staff.listings(connection) });
  } finally {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function configText(folder: string, baseUrl: string, keyId: string): string {
  return JSON.stringify({
    portal: { base_url: baseUrl, key_id: keyId, private_key_file: join(folder, 'key.pem') },
    store: `sqlite:${join(folder, 'feedsync.db')}`,
    data_dir: join(folder, 'data'),
    mappings: join(folder, 'mappings'),
    feeds_dir: join(folder, 'feeds.d'),
  });
}

interface Feed {
  run: Run;
  folder: string;
  path: string;
  connection: string;
}

interface InitDocument {
  report: { readiness: { ready: number; questions: AskedQuestion[] } };
}

async function setUp(feed: Feed, layout: Layout, ads: readonly Ad[]): Promise<Attempt> {
  const { run } = feed;
  const name = layout.name.replaceAll(/[^a-z0-9]+/g, '-');
  const empty: Attempt = {
    questions: [],
    confirmed: 0,
    unanswered: [],
    ready: null,
    reasons: new Map(),
    failure: null,
  };
  // The operator's daemon has read the portal's words before the first agency comes.
  await run('sync');
  const init = await run('init', feed.path, '--name', name, '--connection', feed.connection, '--write');
  if (init.document === null) return { ...empty, failure: `init: ${init.err}` };
  const { ready, questions } = (init.document as unknown as InitDocument).report.readiness;
  const entry = join(feed.folder, 'feeds.d', `${name}.yaml`);
  await addAnswers(entry, questions, layout, ads);
  const unanswered = new Set<string>();
  let failure = await syncWithWords(run, entry, { layout, ads, unanswered });
  // What `init` could not know to ask before the words of the file had a meaning.
  const late = lateQuestions(reasonsIn((await run('listings', '--invalid')).document), questions);
  if (late.length > 0) {
    await addAnswers(entry, late, layout, ads);
    failure = await syncWithWords(run, entry, { layout, ads, unanswered });
  }
  const { confirmed, left } = await confirmRight(run, layout, ads);
  if (confirmed > 0) await run('sync');
  const reasons = reasonsIn((await run('listings', '--invalid')).document);
  for (const reason of left) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  return {
    questions: [...questions, ...late],
    confirmed,
    ready,
    unanswered: [...unanswered],
    reasons,
    failure,
  };
}

interface Named {
  layout: Layout;
  ads: readonly Ad[];
  unanswered: Set<string>;
}

/** Runs `sync`, with the words that are unknown named in between. @returns the last failure, or null */
async function syncWithWords(run: Run, entry: string, named: Named): Promise<string | null> {
  let failure: string | null = null;
  for (let round = 0; round < rounds; round += 1) {
    const sync = await run('sync');
    failure = sync.code === 1 || sync.code === 2 ? `sync: ${sync.err} ${sync.out}` : null;
    if (round === rounds - 1) break;
    const words = ((await run('unmapped')).document?.unmapped ?? []) as AskedWord[];
    if (!(await addWords(entry, words, named))) break;
  }
  return failure;
}

/** The facts that listings wait for and that no question was about. */
function lateQuestions(
  reasons: ReadonlyMap<string, number>,
  asked: readonly AskedQuestion[],
): AskedQuestion[] {
  return [...reasons].flatMap(([reason, listings]) => {
    const pointer = /^answer_missing \/(.+)$/.exec(reason)?.[1];
    if (pointer === undefined) return [];
    const isAnswer = /^legal\/|owner_lives/.test(pointer);
    const name = isAnswer ? pointer.replace(/^.*\//, '') : pointer.replaceAll('/', '.');
    const section = isAnswer ? 'answers' : 'constants';
    const isKnown = asked.some((one) => one.name === name);
    return isKnown ? [] : [{ name, section, question: reason, listings }];
  });
}

/** Counts what has a code and a place in the payload, in documents of any form. */
function reasonsIn(value: unknown, counts = new Map<string, number>()): Map<string, number> {
  if (typeof value !== 'object' || value === null) return counts;
  const { code, pointer, rule } = value as Record<string, unknown>;
  const what = typeof code === 'string' ? code : rule;
  if (typeof what === 'string') {
    const key = `${what} ${typeof pointer === 'string' ? pointer : ''}`.trim();
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  for (const inner of Object.values(value)) reasonsIn(inner, counts);
  return counts;
}

interface Entry {
  feeds: Record<string, unknown>[];
}

async function edit(file: string, change: (feed: Record<string, unknown>) => void): Promise<void> {
  const entry = parse(await readFile(file, 'utf8')) as Entry;
  for (const feed of entry.feeds) change(feed);
  await writeFile(file, stringify(entry));
}

async function addAnswers(
  file: string,
  questions: readonly AskedQuestion[],
  layout: Layout,
  ads: readonly Ad[],
): Promise<void> {
  const facts = layout.feed(ads);
  await edit(file, (feed) => {
    for (const { name, section } of questions) {
      const answer = answerTo(name, facts);
      if (answer !== null) feed[section] = { ...(feed[section] as object | undefined), [name]: answer };
    }
  });
}

/** Pastes the lines for words. @returns whether any is new */
async function addWords(
  file: string,
  words: readonly AskedWord[],
  { layout, ads, unanswered }: Named,
): Promise<boolean> {
  let isNew = false;
  await edit(file, (feed) => {
    const tables = (feed.tables ?? {}) as Record<string, Record<string, unknown>>;
    for (const asked of words) {
      if (asked.table === null) continue;
      const meaning = meaningOf(asked, layout, ads);
      if (meaning === undefined) {
        unanswered.add(`${asked.field}: ${asked.word}`);
        continue;
      }
      const table = (tables[asked.table] ??= {});
      if (asked.word in table) continue;
      table[asked.word] = meaning;
      isNew = true;
    }
    if (isNew) feed.tables = tables;
  });
  return isNew;
}

interface PlaceDocument {
  id: string;
  name_sr: string;
  city_name_sr: string | null;
}

async function citiesOf(run: Run): Promise<Map<string, string>> {
  const { document } = await run('places');
  const places = (document?.places ?? []) as PlaceDocument[];
  return new Map(places.map(({ id, name_sr, city_name_sr }) => [id, city_name_sr ?? name_sr]));
}
