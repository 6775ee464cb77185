import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import type { EncodingName } from '../../model/feed-format.js';
import type { ParsedRecord } from '../../model/record.js';
import type { Reference } from '../../model/reference.js';
import { createFileSpool } from '../../platform/files/file-spool.js';
import type { Spool } from '../../platform/files/spool.js';
import { parse } from 'yaml';
import { callLibrary } from '../../platform/library.js';
import { buildMapping } from './propose/build-mapping.js';
import { detectFormat, type FormatFinding } from './profile/detect-format.js';
import { feedKind, type KindFinding } from './feed-kind.js';
import type { FormatGuess } from './profile/format-guess.js';
import { followPages, type FollowedPages, type PageSource } from './follow-pages.js';
import type { FieldProposal } from './propose/draft.js';
import { idStability, type IdStability } from './id-stability.js';
import { judgeMapping, type Readiness } from './judge-mapping.js';
import { labelReference } from './words/label-reference.js';
import { openWords } from './words/open-words.js';
import { bestPreset, type Preset, type PresetScore } from './presets.js';
import { profileRecords } from './profile/profile.js';
import { feedFormatOf, readSamples, type Sample } from './read-sample.js';
import type { PortalWords, UnmappedWord } from '../unmapped.js';
import { writeMapping } from './write-yaml.js';

export type { FieldProposal, Light } from './propose/draft.js';
export type { PageSource } from './follow-pages.js';
export { readPresets, type Preset } from './presets.js';

/** The portal's own words and places. */
export interface Portal extends PortalWords {
  reference: Reference;
}

export interface ProposeOptions {
  /** Name of the mapping that is proposed: `[a-z0-9-]`. */
  name?: string;
  /** Mappings that may know the format already; none: a proposal is made whatever the file is. */
  presets?: readonly Preset[];
  /** The portal's words and places; without them, names are taken for what they say. */
  portal?: Portal | null;
  /** Another copy of the same feed, by which the ids are judged: its bytes or its path. */
  second?: Buffer | string;
  /** The same, where it lies in the spool. */
  secondPath?: string;
  /** How further pages are had, where the file may be the first of some. */
  pages?: PageSource;
}

/** What a file is and how its records become listings. */
export interface Proposal {
  ok: true;
  format: { container: string; about: string; encoding: string; records: number };
  /** What the feed's configuration must say of the encoding. */
  encoding: EncodingName;
  /** Name of the preset that knows it; null where a mapping was worked out. */
  preset: string | null;
  /** The mapping as data. */
  mapping: Record<string, unknown>;
  /** The mapping as a file, with what is doubtful in comments. */
  yaml: string;
  report: Report;
}

interface Report {
  kind: KindFinding;
  ids: IdStability;
  fields: FieldProposal[];
  readiness: Readiness;
  /** Words of the feed that nothing is known for, with what they may mean. */
  words: UnmappedWord[];
  languages: string[];
  currencies: string[];
  /** Sentences for a person: encoding, dialect, dates. */
  doubts: string[];
}

export type ProposalResult = Proposal | { ok: false; reason: string };

/** Records that are looked at to work a mapping out, and that are mapped to judge it. */
const recordsLooked = 2_000;
/** Of the file, to find out how it is written. */
const headBytes = 24 * 1024 * 1024;

/**
 * Finds out what a feed's file is without being told, and proposes how to map it: by a preset, or by names and values.
 * @param file its bytes (inflated), or its path
 */
export async function proposeMapping(
  file: Buffer | string,
  options: ProposeOptions = {},
): Promise<ProposalResult> {
  const folder = await mkdtemp(join(tmpdir(), 'feedsync-init-'));
  try {
    const spool = createFileSpool(folder);
    return await proposeFrom(spool, await spooled(spool, file), options);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function spooled(spool: Spool, file: Buffer | string): Promise<string> {
  const copy = await spool.create();
  copy.stream.end(typeof file === 'string' ? await readFile(file) : file);
  await finished(copy.stream);
  return copy.path;
}

/** The same for a file that lies in the spool. */
export async function proposeFrom(
  spool: Spool,
  path: string,
  options: ProposeOptions = {},
): Promise<ProposalResult> {
  const found = detectFormat(await headOf(spool, path));
  if (found === null)
    return {
      ok: false,
      reason: 'This is neither XML nor JSON, and no table whose rows are alike: open it and see what it is.',
    };
  const portal = options.portal ?? { reference: labelReference(), vocabulary: null, places: [] };
  const { container } = found.guess.format;
  const encoding = found.encoding.setting;
  const guessed = feedFormatOf(found.guess.format);
  const followed =
    options.pages === undefined || !guessed.ok
      ? null
      : await followPages({ spool, path, format: guessed.format, encoding }, options.pages);
  const paths = [path, ...(followed?.paths ?? [])];
  const file = { spool, paths, encoding, container, most: recordsLooked };
  const preset = await bestPreset(options.presets ?? [], file, portal.reference);
  const second =
    options.secondPath ?? (options.second === undefined ? null : await spooled(spool, options.second));
  if (preset !== null) return byPreset(preset, { found, file, second, portal, followed });
  if (!guessed.ok) return { ok: false, reason: guessed.problems.join(' ') };
  const sample = await readSamples(spool, paths, guessed.format, encoding, recordsLooked);
  if (sample.records.length === 0)
    return { ok: false, reason: sample.problem ?? 'The file holds no records that can be read.' };
  const secondSample =
    second === null ? null : await readSamples(spool, [second], guessed.format, encoding, recordsLooked);
  return propose(paged(found, followed), sample, secondSample?.records ?? null, options, portal);
}

/** The same format, in pages. */
function paged(found: FormatFinding, followed: FollowedPages | null): FormatFinding {
  if (followed === null) return found;
  const { format, about: what, doubts } = found.guess;
  const guess = {
    format: { ...format, ...followed.paging } as FormatGuess['format'],
    about: `${what}, in pages`,
    doubts: [...doubts, someOfPages(followed), ...followed.doubts],
  };
  return { ...found, guess };
}

function someOfPages({ paths }: FollowedPages): string {
  return paths.length === 0
    ? 'The feed comes in pages, and this is the first of them.'
    : `The feed comes in pages: this is what the first ${paths.length + 1} of them say.`;
}

async function headOf(spool: Spool, path: string): Promise<Buffer> {
  const head = Buffer.alloc(Math.min(headBytes, await spool.size(path)));
  const handle = await spool.open(path);
  try {
    let length = 0;
    while (length < head.length) {
      const read = await handle.read(head, length, head.length - length, length);
      if (read === 0) break;
      length += read;
    }
    return head.subarray(0, length);
  } finally {
    await handle.close();
  }
}

/** A file, what is known of it, and what it is held against. */
interface Looked {
  found: FormatFinding;
  file: { spool: Spool; encoding: EncodingName };
  /** Path of another copy. */
  second: string | null;
  portal: Portal;
  followed: FollowedPages | null;
}

async function byPreset(
  { preset, sample, judged: { mapping, readiness, words } }: PresetScore,
  { found, file, second, portal, followed }: Looked,
): Promise<Proposal> {
  const { spool, encoding } = file;
  const other =
    second === null ? null : await readSamples(spool, [second], mapping.format, encoding, recordsLooked);
  return {
    ok: true,
    format: about(found, sample),
    encoding,
    preset: preset.name,
    mapping: callLibrary('yaml', () => parse(preset.text) as Record<string, unknown>),
    yaml: preset.text,
    report: {
      kind: feedKind(sample.records, found.guess.format.container),
      ids: idStability(mapping, sample.records, other?.records ?? null),
      fields: [],
      readiness,
      words: openWords(preset.name, words, mapping.dictionary, portal),
      languages: [],
      currencies: [],
      doubts: [
        ...found.encoding.doubts,
        ...readingDoubts(sample),
        ...pagingDoubts(preset.name, mapping.format.pages !== undefined, followed),
      ],
    },
  };
}

function propose(
  found: FormatFinding,
  sample: Sample,
  second: readonly ParsedRecord[] | null,
  options: ProposeOptions,
  portal: Portal,
): ProposalResult {
  const fields = profileRecords(sample.records);
  const name = options.name ?? 'proposed';
  const built = buildMapping(
    name,
    found.guess,
    fields,
    sample.records.length,
    options.portal?.reference ?? null,
  );
  const yaml = writeMapping(built.mapping, built.proposals);
  const judged = judgeMapping({ text: yaml, file: `${name}.yaml` }, sample.records, portal.reference);
  if (!judged.ok)
    return {
      ok: false,
      reason: `The mapping that was worked out cannot be used: ${judged.problems.join(' ')}`,
    };
  return {
    ok: true,
    format: about(found, sample),
    encoding: found.encoding.setting,
    preset: null,
    mapping: built.mapping,
    yaml,
    report: {
      kind: feedKind(sample.records, found.guess.format.container),
      ids: idStability(judged.mapping, sample.records, second),
      fields: built.proposals,
      readiness: judged.readiness,
      words: openWords(name, judged.words, judged.mapping.dictionary, portal),
      languages: built.languages,
      currencies: built.currencies,
      doubts: [
        ...found.encoding.doubts,
        ...found.guess.doubts,
        ...readingDoubts(sample),
        ...(built.stale === null ? [] : [built.stale]),
      ],
    },
  };
}

function about({ guess, encoding }: FormatFinding, { total }: Sample): Proposal['format'] {
  return {
    container: guess.format.container,
    about: guess.about,
    encoding: encoding.encoding,
    records: total,
  };
}

function readingDoubts({ problem, broken }: Sample): string[] {
  return [
    ...(broken > 0 ? [`${broken} records cannot be read.`] : []),
    ...(problem === null ? [] : [problem]),
  ];
}

/** @param isPaged whether the preset follows pages by itself */
function pagingDoubts(preset: string, isPaged: boolean, followed: FollowedPages | null): string[] {
  if (followed === null) return isPaged ? ['The feed comes in pages, and this is the first of them.'] : [];
  const told = [someOfPages(followed), ...followed.doubts];
  if (isPaged) return told;
  const lines = JSON.stringify({ extends: preset, format: followed.paging }).replaceAll('"', '');
  return [
    ...told,
    `The preset ${preset} does not follow them: use a mapping of your own upon it, with a name, a version and ${lines}.`,
  ];
}
