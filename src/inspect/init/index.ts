import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import type { Finding } from '../../model/quality-finding.js';
import type { EncodingName } from '../../model/feed-format.js';
import type { ParsedRecord } from '../../model/record.js';
import type { Reference } from '../../model/reference.js';
import type { Sentence } from '../../model/sentence.js';
import { createFileSpool } from '../../platform/files/file-spool.js';
import type { Spool } from '../../platform/files/spool.js';
import type { UnpackedFile } from '../../feed/zip/zip-member.js';
import { parse } from 'yaml';
import { callLibrary } from '../../platform/library.js';
import { buildMapping, type BuiltMapping } from './propose/build-mapping.js';
import type { KeyColumn } from './propose/combined-ids.js';
import { wholeKeys } from './key-columns.js';
import { detectFormat, type FormatFinding } from './profile/detect-format.js';
import { feedKind, type KindFinding } from './feed-kind.js';
import type { FormatGuess } from './profile/format-guess.js';
import { arrivedFiles, missingOf, type ArrivedFiles } from './arrived-files.js';
import type { FollowedPages, PageSource } from './follow-pages.js';
import type { FieldProposal } from './propose/draft/draft.js';
import { idRequest, idStability, type IdStability } from './id-stability.js';
import type { ProposalLine } from '../../core/setup/proposal.js';
import { mappingLines, proposalLines } from './lines.js';
import type { JudgingPortal } from './first-sync.js';
import { judgeMapping, judgeWhole, type JudgedMapping, type Readiness } from './judge-mapping.js';
import { repairDoubt } from './repair-doubt.js';
import { sampleFindings } from './sample-findings.js';
import { labelReference } from './words/label-reference.js';
import { openWords } from './words/open-words.js';
import { bestPreset, presetsFor, type Preset, type PresetScore } from './presets.js';
import { legendDoubts } from './legend-doubts.js';
import { legendsBehind, type ListedCodes } from './profile/legend-rows.js';
import { profileRecords } from './profile/profile.js';
import { feedFormatOf, readSamples, type Sample, type SampledFile } from './read-sample.js';
import type { PortalWords, UnmappedWord } from '../unmapped.js';
import { writeMapping } from './write-yaml.js';

export type { FieldProposal, Light, Question } from './propose/draft/draft.js';
export type { ReadAddress } from './follow-pages.js';
export { largestOf } from './arrived-files.js';
export type { Preset } from './presets.js';

/** The portal's vocabulary and places. */
export interface Portal extends PortalWords, JudgingPortal {
  reference: Reference;
}

export interface ProposeOptions {
  /** Name of the proposed mapping: `[a-z0-9-]`. */
  name?: string;
  /** Presets that may fit the file; where none fits, a mapping is built. */
  presets?: readonly Preset[];
  /** The portal's vocabulary and places; without them, built-in labels are used. */
  portal?: Portal | null;
  /** Another copy of the same feed, to judge whether ids are stable: its bytes or its path. */
  second?: Buffer | string;
  /** Another copy of the same feed, as a path in the spool. */
  secondPath?: string;
  /** How further pages are fetched; left out: none are. */
  pages?: PageSource;
  /** All files of the ZIP, or sheets of the workbook, that the file is from. */
  zip?: readonly UnpackedFile[];
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
  /** The mapping as YAML: the text of the preset, or a built mapping with doubts in comments. */
  yaml: string;
  report: Report;
}

interface Report {
  kind: KindFinding;
  ids: IdStability;
  /** What to ask the maker of the software for; null: the ids stay. */
  idRequest: Sentence | null;
  /** Why the file is a part of the feed only, a clause; null: nothing more is announced. */
  missing: string | null;
  fields: FieldProposal[];
  /** What is proven, asked and left out. */
  lines: ProposalLine[];
  readiness: Readiness;
  /** Unmapped values of the feed, with suggestions. */
  words: UnmappedWord[];
  /** What looks wrong in the sampled records, as `quality` says it of a feed. */
  findings: Finding[];
  languages: string[];
  currencies: string[];
  /** Sentences for the operator, about encoding, dialect, dates, pages, other files and unreadable records. */
  doubts: string[];
}

export type ProposalResult = Proposal | { ok: false; reason: string };

/**
 * Maximum number of records that are kept as a sample. A mapping is built from them; larger files are read again to judge it by all
 * records.
 */
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
  const head = await headOf(spool, path);
  if (isRetsTable(head)) return { ok: false, reason: retsTable };
  const found = detectFormat(head);
  if ('reason' in found) return { ok: false, reason: found.reason };
  const portal = options.portal ?? { reference: labelReference(), vocabulary: null, places: [] };
  const { container } = found.guess.format;
  const encoding = found.encoding.setting;
  const guessed = feedFormatOf(found.guess.format);
  const arrived = await arrivedFiles(
    { spool, path, format: guessed.ok ? guessed.format : null, encoding },
    options,
  );
  const { paths } = arrived;
  const file = { spool, paths, encoding, container, most: recordsMax };
  const preset = await bestPreset(presetsFor(options.presets ?? [], options.name), file, portal);
  const second =
    options.secondPath ?? (options.second === undefined ? null : await spooled(spool, options.second));
  if (preset !== null) return byPreset(preset, { found, file, second, portal, arrived });
  if (!guessed.ok) return { ok: false, reason: guessed.problems.join(' ') };
  const sample = await readSamples(spool, paths, guessed.format, encoding, recordsMax);
  if (sample.records.length === 0)
    return { ok: false, reason: sample.problem ?? 'The file holds no records that can be read.' };
  const secondSample =
    second === null ? null : await readSamples(spool, [second], guessed.format, encoding, recordsMax);
  const { kind } = feedKind(sample.records, container);
  const missing = await missingOf(arrived, { spool, format: guessed.format, encoding }, kind);
  return propose(
    paged(found, arrived),
    { ...sample, missing },
    { file, second: secondSample?.records ?? null, portal, lists: arrived.lists },
    options,
  );
}

/** The sample, and what its files announce beyond them. */
type WholeSample = Sample & Pick<Report, 'missing'>;

const retsTable =
  'This is a RETS reply in the form COMPACT: a table whose rows stand in <DATA>, with one sign between all cells. feedsync does not read it. Ask for the form STANDARD-XML, or for an export as CSV.';

function isRetsTable(head: Buffer): boolean {
  const text = head.toString('latin1', 0, 64 * 1024);
  return /<RETS[\s>]/i.test(text) && /<COLUMNS>/i.test(text);
}

/** The format with its paging, or with the name of its sheet. */
function paged(found: FormatFinding, { followed, notes, sheet }: ArrivedFiles): FormatFinding {
  const { about: what, doubts } = found.guess;
  const format = sheet === null ? found.guess.format : { ...found.guess.format, sheet };
  if (followed === null)
    return {
      ...found,
      guess: { ...found.guess, format, doubts: [...doubts, ...notes] },
    };
  const guess = {
    format: { ...format, ...followed.paging } as FormatGuess['format'],
    about: `${what}, in pages`,
    doubts: [...doubts, ...notes, pagesOf(followed), ...followed.doubts],
  };
  return { ...found, guess };
}

function pagesOf({ paths, doubts }: FollowedPages): string {
  if (paths.length === 0) return 'The feed comes in pages, and this is the first of them.';
  const read = paths.length + 1;
  return doubts.length === 0
    ? `The feed comes in ${read} pages, and all of them were read.`
    : `The feed comes in pages: this report covers the first ${read}.`;
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
  file: SampledFile;
  /** Path of another copy. */
  second: string | null;
  portal: Portal;
  arrived: ArrivedFiles;
}

async function byPreset(
  { preset, sample, judged: first }: PresetScore,
  { found, file, second, portal, arrived }: Examined,
): Promise<Proposal> {
  const judged = await judgeWhole(first, sample, file, portal);
  const { spool, encoding } = file;
  const { format } = judged.mapping;
  const other = second === null ? null : await readSamples(spool, [second], format, encoding, recordsMax);
  const fields = profileRecords(sample.records);
  const repair = repairDoubt(preset.name, judged.sampled, fields);
  const doubts = [
    ...readingDoubts(sample),
    ...arrived.notes,
    ...pagingDoubts(preset.name, judged.mapping.format.pages !== undefined, arrived.followed),
    ...(repair === null ? [] : [repair]),
  ];
  const { kind } = feedKind(sample.records, format.container);
  const missing = await missingOf(arrived, { spool, format, encoding }, kind);
  const mapping = callLibrary('yaml', () => parse(preset.text) as Record<string, unknown>);
  return {
    ok: true,
    preset: preset.name,
    ...{ mapping, yaml: preset.text },
    ...examined(found, sample),
    report: {
      ...judgedPart(
        preset.name,
        { found, sample: { ...sample, missing }, second: other?.records ?? null, portal },
        judged,
      ),
      idRequest: idRequest(null, judged.ids),
      lines: mappingLines(mapping, judged.readiness.questions, fields),
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
    sample: WholeSample;
    second: readonly ParsedRecord[] | null;
    portal: Portal;
  },
  judged: JudgedMapping,
): Pick<Report, 'kind' | 'ids' | 'missing' | 'readiness' | 'words' | 'findings'> {
  const { found, sample, second, portal } = file;
  const { mapping, readiness, words, rules, sampled } = judged;
  return {
    kind: feedKind(sample.records, found.guess.format.container),
    ids: idStability(judged, sample.records, second),
    missing: sample.missing,
    readiness,
    words: openWords(name, words, mapping.dictionary, portal),
    findings: sampleFindings(sampled, portal.places, rules),
  };
}

async function propose(
  found: FormatFinding,
  sample: WholeSample,
  {
    file,
    second,
    portal,
    lists,
  }: {
    file: SampledFile;
    second: readonly ParsedRecord[] | null;
    portal: Portal;
    lists: readonly ListedCodes[];
  },
  options: ProposeOptions,
): Promise<ProposalResult> {
  const behind = legendsBehind(sample.records);
  const explained = [...lists, ...(found.guess.lists ?? []), ...behind.lists];
  const fields = profileRecords(behind.records, explained);
  const name = options.name ?? 'proposed';
  const reference = options.portal?.reference ?? null;
  const build = (whole: readonly KeyColumn[] | null): BuiltMapping =>
    buildMapping(
      name,
      { ...found.guess, keys: behind.keys },
      fields,
      behind.records.length,
      reference,
      whole,
    );
  const sampled = build(null);
  const whole = await wholeKeys(found, sample, file, sampled);
  const built = whole === null ? sampled : build(whole);
  const yaml = writeMapping(built.mapping, built.proposals);
  const by = { ...portal, recommended: built.recommended };
  const first = judgeMapping({ text: yaml, file: `${name}.yaml` }, sample.records, by);
  if (!first.ok)
    return {
      ok: false,
      reason: `The mapping that was built cannot be used: ${first.problems.join(' ')}`,
    };
  const judged = await judgeWhole(first, sample, file, by);
  const { mapping, proposals, languages, currencies } = built;
  return {
    ok: true,
    ...{ preset: null, mapping, yaml },
    ...examined(found, { ...sample, total: sample.total - (sample.records.length - behind.records.length) }),
    report: {
      ...judgedPart(name, { found, sample, second, portal }, judged),
      ...{ fields: proposals, languages, currencies },
      idRequest: idRequest(mapping.source_id, judged.ids),
      lines: proposalLines(proposals, judged.readiness.questions, fields, mapping),
      doubts: [
        ...found.encoding.doubts,
        ...found.guess.doubts,
        ...legendDoubts(explained, fields),
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
  const doubts = [pagesOf(followed), ...followed.doubts];
  if (isPaged || followed.isAnnounced) return doubts;
  const lines = JSON.stringify({ extends: preset, format: followed.paging }).replaceAll('"', '');
  return [
    ...doubts,
    `The preset ${preset} does not follow them: write a mapping that extends it, with a name, a version and ${lines}.`,
  ];
}
