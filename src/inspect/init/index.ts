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
import { judgeMapping, type JudgedMapping, type Readiness } from './judge-mapping.js';
import { labelReference } from './words/label-reference.js';
import { openWords } from './words/open-words.js';
import { bestPreset, type Preset, type PresetScore } from './presets.js';
import { profileRecords } from './profile/profile.js';
import { feedFormatOf, readSamples, type Sample } from './read-sample.js';
import type { PortalWords, UnmappedWord } from '../unmapped.js';
import { writeMapping } from './write-yaml.js';

export type { FieldProposal, Light } from './propose/draft.js';
export type { PageSource } from './follow-pages.js';
export type { Preset } from './presets.js';

/** The portal's vocabulary and places. */
export interface Portal extends PortalWords {
  reference: Reference;
}

export interface ProposeOptions {
  /** Name of the proposed mapping: `[a-z0-9-]`. */
  name?: string;
  /** Presets that may fit the file; without any, a mapping is always built. */
  presets?: readonly Preset[];
  /** The portal's vocabulary and places; without them, built-in labels are used. */
  portal?: Portal | null;
  /** Another copy of the same feed, to judge whether ids are stable: its bytes or its path. */
  second?: Buffer | string;
  /** Another copy of the same feed, as a path in the spool. */
  secondPath?: string;
  /** How further pages are fetched; left out: the file is not checked for pages. */
  pages?: PageSource;
}

/** The format of a file, and a mapping for it. */
export interface Proposal {
  ok: true;
  format: { container: string; about: string; encoding: string; records: number };
  /** The encoding to set in the feed's configuration. */
  encoding: EncodingName;
  /** Name of the preset that fits the file; null where a mapping was built. */
  preset: string | null;
  /** The mapping as data. */
  mapping: Record<string, unknown>;
  /** The mapping as YAML, with doubts in comments. */
  yaml: string;
  report: Report;
}

interface Report {
  kind: KindFinding;
  ids: IdStability;
  fields: FieldProposal[];
  readiness: Readiness;
  /** Unmapped values of the feed, with suggestions. */
  words: UnmappedWord[];
  languages: string[];
  currencies: string[];
  /** Sentences for the operator, about encoding, dialect and dates. */
  doubts: string[];
}

export type ProposalResult = Proposal | { ok: false; reason: string };

/** Maximum number of records from which a mapping is built and by which it is judged. */
const recordsMax = 2_000;
/** Bytes read from the start of the file to detect its format. */
const headBytes = 24 * 1024 * 1024;

/**
 * Detects the format of a feed's file and proposes a mapping: a preset that fits, or one built from field names and values.
 * @param file the inflated bytes, or a path
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

/** Like `proposeMapping`, for a file in the spool. */
export async function proposeFrom(
  spool: Spool,
  path: string,
  options: ProposeOptions = {},
): Promise<ProposalResult> {
  const found = detectFormat(await headOf(spool, path));
  if (found === null)
    return {
      ok: false,
      reason: 'This is neither XML nor JSON, nor a table with uniform rows: open the file to see what it is.',
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
  const file = { spool, paths, encoding, container, most: recordsMax };
  const preset = await bestPreset(options.presets ?? [], file, portal.reference);
  const second =
    options.secondPath ?? (options.second === undefined ? null : await spooled(spool, options.second));
  if (preset !== null) return byPreset(preset, { found, file, second, portal, followed });
  if (!guessed.ok) return { ok: false, reason: guessed.problems.join(' ') };
  const sample = await readSamples(spool, paths, guessed.format, encoding, recordsMax);
  if (sample.records.length === 0)
    return { ok: false, reason: sample.problem ?? 'The file holds no records that can be read.' };
  const secondSample =
    second === null ? null : await readSamples(spool, [second], guessed.format, encoding, recordsMax);
  return propose(paged(found, followed), sample, secondSample?.records ?? null, options, portal);
}

/** The format with its paging. */
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
    : `The feed comes in pages: this report covers the first ${paths.length + 1}.`;
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

/** A file, its detected format, and the data to judge it by. */
interface Examined {
  found: FormatFinding;
  file: { spool: Spool; encoding: EncodingName };
  /** Path of another copy. */
  second: string | null;
  portal: Portal;
  followed: FollowedPages | null;
}

async function byPreset(
  { preset, sample, judged }: PresetScore,
  { found, file, second, portal, followed }: Examined,
): Promise<Proposal> {
  const { spool, encoding } = file;
  const { format } = judged.mapping;
  const other = second === null ? null : await readSamples(spool, [second], format, encoding, recordsMax);
  const doubts = [
    ...readingDoubts(sample),
    ...pagingDoubts(preset.name, judged.mapping.format.pages !== undefined, followed),
  ];
  return {
    ok: true,
    preset: preset.name,
    mapping: callLibrary('yaml', () => parse(preset.text) as Record<string, unknown>),
    yaml: preset.text,
    ...examined(found, sample),
    report: {
      ...judgedPart(preset.name, { found, sample, second: other?.records ?? null, portal }, judged),
      ...{ fields: [], languages: [], currencies: [], doubts: [...found.encoding.doubts, ...doubts] },
    },
  };
}

/** The part of a proposal that describes the file. */
function examined(found: FormatFinding, { total }: Sample): Pick<Proposal, 'format' | 'encoding'> {
  const { guess, encoding } = found;
  const { container } = guess.format;
  return {
    format: { container, about: guess.about, encoding: encoding.encoding, records: total },
    encoding: encoding.setting,
  };
}

/** The part of a report that follows from mapping the sample. */
function judgedPart(
  name: string,
  file: {
    found: FormatFinding;
    sample: Sample;
    second: readonly ParsedRecord[] | null;
    portal: Portal;
  },
  { mapping, readiness, words }: JudgedMapping,
): Pick<Report, 'kind' | 'ids' | 'readiness' | 'words'> {
  const { found, sample, second, portal } = file;
  return {
    kind: feedKind(sample.records, found.guess.format.container),
    ids: idStability(mapping, sample.records, second),
    readiness,
    words: openWords(name, words, mapping.dictionary, portal),
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
  const reference = options.portal?.reference ?? null;
  const built = buildMapping(name, found.guess, fields, sample.records.length, reference);
  const yaml = writeMapping(built.mapping, built.proposals);
  const judged = judgeMapping({ text: yaml, file: `${name}.yaml` }, sample.records, portal.reference);
  if (!judged.ok)
    return {
      ok: false,
      reason: `The mapping that was built cannot be used: ${judged.problems.join(' ')}`,
    };
  const { mapping, proposals, languages, currencies } = built;
  return {
    ok: true,
    ...{ preset: null, mapping, yaml },
    ...examined(found, sample),
    report: {
      ...judgedPart(name, { found, sample, second, portal }, judged),
      ...{ fields: proposals, languages, currencies },
      doubts: [
        ...found.encoding.doubts,
        ...found.guess.doubts,
        ...readingDoubts(sample),
        ...(built.stale === null ? [] : [built.stale]),
      ],
    },
  };
}

function readingDoubts({ problem, broken }: Sample): string[] {
  return [
    ...(broken > 0 ? [`${broken} records cannot be read.`] : []),
    ...(problem === null ? [] : [problem]),
  ];
}

/** @param isPaged whether the preset itself follows pages */
function pagingDoubts(preset: string, isPaged: boolean, followed: FollowedPages | null): string[] {
  if (followed === null) return isPaged ? ['The feed comes in pages, and this is the first of them.'] : [];
  const doubts = [someOfPages(followed), ...followed.doubts];
  if (isPaged) return doubts;
  const lines = JSON.stringify({ extends: preset, format: followed.paging }).replaceAll('"', '');
  return [
    ...doubts,
    `The preset ${preset} does not follow them: write a mapping that extends it, with a name, a version and ${lines}.`,
  ];
}
