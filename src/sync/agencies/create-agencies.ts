import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import type { FeedChange } from '../../core/setup/feed-changes.js';
import type { Sentence } from '../../model/sentence.js';
import { agencyProblems as problems } from '../../texts/agency-problems.js';
import { callLibrary, ContentError } from '../../platform/library.js';
import { agencyLanguages, type AgencyLanguage } from '../../store/contract/setups.js';
import { changesOfSetup } from '../../store/facts/setup-facts.js';
import type { SetupRecord } from '../../store/store.js';
import type { Services } from '../services/services.js';

type Work = Pick<Services, 'store' | 'clock' | 'setups'>;
/** Changing a feed that already runs has the feeds prepared again. */
type ChangeWork = Work & Pick<Services, 'prepareFeeds'>;

/** An agency as a partner enters it. */
export interface NewAgency {
  name: string;
  title: string;
  email: string;
  language: AgencyLanguage;
  /** A feed as in the configuration, without name and connection. */
  feed: Record<string, unknown>;
}

export interface Bringing {
  author: string;
  /** The request came over the network, so a feed in it may not name local files. */
  overNetwork: boolean;
}

export type Created = { ok: true; agency: SetupRecord } | { ok: false; why: Sentence };

/** Adds an agency and asks the daemon to read its feed so that the invitation can show what was found. */
export async function createAgency(agency: NewAgency, by: Bringing, services: Work): Promise<Created> {
  const why = await whyNotAgency(agency, by, services);
  if (why !== null) return { ok: false, why };
  const { store, clock, setups } = services;
  const title = oneLine(agency.title);
  const added = await store.setups.add({ ...agency, title }, by.author, clock.now());
  if (added === null) return { ok: false, why: problems.nameTaken(agency.name) };
  setups.changed(agency.name);
  return { ok: true, agency: added };
}

/**
 * Changes an agency. If the change names a feed, the daemon is asked to read it again. If the agency was sent before, the feeds are prepared
 * again instead.
 */
export async function changeAgency(
  name: string,
  change: Partial<Omit<NewAgency, 'name'>>,
  by: Bringing,
  services: ChangeWork,
): Promise<Created> {
  const { store, clock, setups } = services;
  const agency = await store.setups.byName(name);
  if (agency === null) return { ok: false, why: problems.gone };
  const { title, email, language, feed } = { ...agency, ...change };
  // A feed that stays as it is does not come from this request, so it may name local files.
  const overNetwork = by.overNetwork && change.feed !== undefined;
  const changedBy = { ...by, overNetwork };
  const why = await whyNotAgency({ name, title, email, language, feed }, changedBy, services);
  if (why !== null) return { ok: false, why };
  const read = change.feed !== undefined && agency.sentAt === null;
  const shown = change.title === undefined ? change : { ...change, title: oneLine(title) };
  await store.setups.change(name, shown, { author: by.author, now: clock.now(), read });
  if (read && feed.mapping !== agency.feed.mapping) await forgetOwnMapping(agency, by.author, services);
  if (change.feed !== undefined && !read) await services.prepareFeeds();
  setups.changed(name);
  const changed = await store.setups.byName(name);
  return changed === null ? { ok: false, why: problems.gone } : { ok: true, agency: changed };
}

/** A title stands on one line of pages, mails and lists. */
function oneLine(title: string): string {
  return title.replace(/\s+/g, ' ').trim();
}

/** The text that was written here for the agency alone counts before its named mapping: it ends when another one is named. */
async function forgetOwnMapping(
  agency: SetupRecord,
  author: string,
  { store, clock }: Pick<Work, 'store' | 'clock'>,
): Promise<void> {
  const changes = await changesOfSetup(agency, store);
  if (typeof changes.findLast(({ kind }) => kind === 'mapping')?.value !== 'string') return;
  const forgotten: FeedChange = { kind: 'mapping', subject: '', value: null };
  await store.setups.answer(agency.name, { statements: [], changes: [forgotten] }, author, clock.now());
}

async function whyNotAgency(
  { name, title, email, feed }: NewAgency,
  { overNetwork }: Bringing,
  { setups }: Work,
): Promise<Sentence | null> {
  if (!/^[a-z0-9-]{1,60}$/.test(name)) return problems.badName(name);
  if (title.trim() === '') return problems.noTitle;
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) return problems.badEmail(email);
  return setups.whyNotFeed(name, feed, overNetwork);
}

export interface ImportLine {
  /** Line in the file; the heading is line 1. */
  line: number;
  name: string | null;
  /** `known`: the agency exists already, with the same data. */
  outcome: 'new' | 'known' | 'problem';
  problem: Sentence | null;
}

export interface Import {
  lines: ImportLine[];
  created: number;
}

/** Maximum number of lines of an import. A file with more lines is refused and must be split. */
const linesMax = 2_000;
const columns = ['name', 'title', 'email', 'url', 'mapping', 'language'] as const;
const needed = ['name', 'title', 'email', 'url'] as const;

/**
 * Imports agencies from a CSV file with a heading. Valid lines are imported, each other line is reported. Repeating the import changes
 * nothing. A dry run imports nothing, and counts as created what an import would create.
 * @returns a message if the file cannot be read as a whole
 */
export async function importAgencies(
  csv: string,
  by: Bringing & { dryRun: boolean },
  services: Work,
): Promise<Import | Sentence> {
  const rows = readCsv(csv);
  if (!Array.isArray(rows)) return rows;
  const seen = new Map<string, number>();
  const lines: ImportLine[] = [];
  for (const row of rows) lines.push(await takeLine(row, seen, by, services));
  return { lines, created: lines.filter(({ outcome }) => outcome === 'new').length };
}

interface Row {
  line: number;
  cells: Readonly<Record<string, string>>;
}

const csvRows = z.array(z.object({ info: z.object({ lines: z.number() }), record: z.array(z.string()) }));

/** Accepts commas or semicolons, as spreadsheets write. */
function readCsv(csv: string): Row[] | Sentence {
  const heading = csv.split(/\r?\n/, 1)[0] ?? '';
  const delimiter = heading.split(';').length > heading.split(',').length ? ';' : ',';
  let read: z.infer<typeof csvRows>;
  try {
    const options = { delimiter, bom: true, info: true, trim: true } as const;
    const lenient = { ...options, skip_empty_lines: true, relax_column_count: true };
    read = csvRows.parse(callLibrary('csv-parse', () => parse(csv, lenient)));
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    return problems.badCsv(error.reason);
  }
  const names = (read[0]?.record ?? []).map((name) => name.toLowerCase());
  const missing = needed.filter((name) => !names.includes(name));
  if (missing.length > 0) return problems.noColumns(missing.join(', '));
  const unknown = names.filter((name) => name !== '' && !(columns as readonly string[]).includes(name));
  if (unknown.length > 0) return problems.unknownColumns(unknown.join(', '), columns.join(', '));
  if (read.length - 1 > linesMax) return problems.tooManyLines(linesMax);
  return read.slice(1).map(({ info, record }) => ({
    line: info.lines,
    cells: Object.fromEntries(names.map((name, index) => [name, record[index] ?? ''])),
  }));
}

async function takeLine(
  { line, cells }: Row,
  seen: Map<string, number>,
  by: Bringing & { dryRun: boolean },
  services: Work,
): Promise<ImportLine> {
  const { name = '', title = '', email = '', url = '', mapping = '' } = cells;
  const result = (outcome: ImportLine['outcome'], problem: Sentence | null): ImportLine => ({
    ...{ line, outcome, problem },
    name: name === '' ? null : name,
  });
  const before = seen.get(name);
  if (before !== undefined) return result('problem', problems.twice(name, before));
  seen.set(name, line);
  const language = languageOf(cells.language ?? '');
  if (language === null) return result('problem', problems.badLanguage(cells.language ?? ''));
  if (url === '') return result('problem', problems.noUrl);
  const feed = { url, ...(mapping !== '' && { mapping }) };
  const agency = { name, title, email, language, feed };
  const known = await services.store.setups.byName(name);
  if (known !== null)
    return isSame(known, agency) ? result('known', null) : result('problem', problems.nameTaken(name));
  const why = await whyNotAgency(agency, by, services);
  if (why !== null) return result('problem', why);
  if (by.dryRun) return result('new', null);
  const created = await createAgency(agency, by, services);
  return created.ok ? result('new', null) : result('problem', created.why);
}

function languageOf(written: string): AgencyLanguage | null {
  if (written === '' || written === 'sr') return 'sr-Latn';
  return agencyLanguages.find((language) => language.toLowerCase() === written.toLowerCase()) ?? null;
}

/** Compares only what the file states: settings that a reading detected are no difference. */
function isSame(known: SetupRecord, { title, email, language, feed }: NewAgency): boolean {
  return (
    known.title === title &&
    known.email === email &&
    known.language === language &&
    known.feed.url === feed.url &&
    (feed.mapping === undefined || known.feed.mapping === feed.mapping)
  );
}
